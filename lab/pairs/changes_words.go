package pairs

// vocabulary is the words of changes. Lists are separated by "|".
type vocabulary struct {
	ranks, shifts, contracts, wards, placeForms, hourForms map[string]string // by language
	bands, locums, employers, agencies, towns              string
	foreign                                                []foreignText
}

// foreignText is a text of our own in a language.
type foreignText struct{ language, text string }

// teachWords are the words of changes in training pairs.
var teachWords = vocabulary{
	ranks: map[string]string{
		"en": "Junior|Lead|Assistant|Deputy|Trainee|Head|Senior|Graduate", "de": "Leitender|Stellvertretender|Junior|Assistenz|Senior|Werkstudent",
		"fr": "Apprenti|Adjoint|Stagiaire|Responsable|Senior", "pl": "Młodszy|Starszy|Kierownik|Asystent", "ru": "Старший|Помощник|Заместитель", "zh": "资深|实习|助理|主管",
	},
	shifts: map[string]string{
		"en": "Weekends|Evenings|Day shift|Rotating shifts|Earlies|Nights", "de": "Spätschicht|Nachtdienst|Wochenende", "fr": "week-end|soir|nuit", "pl": "weekendy|zmiana nocna", "ru": "ночная смена", "zh": "夜班|早班",
	},
	contracts: map[string]string{
		"en": "Permanent|Temporary|Part time|Full time|Freelance|Fixed term|Seasonal|Bank", "de": "Teilzeit|Vollzeit|befristet|Minijob|Aushilfe", "fr": "CDI|CDD|intérim|temps partiel",
		"pl": "umowa zlecenie|pełny etat|część etatu", "ru": "постоянная работа|временная работа", "zh": "全职|兼职|临时",
	},
	wards: map[string]string{
		"en": "Oncology|Intensive Care|Payroll|Ward 5|Maternity|Cardiology|Frontend|Wholesale|Room 12|Stroke Unit|Warehouse|Spanish speaking|Team North|Export|Ward 11|Mill|Pre-school|Furniture",
		"de": "Kardiologie|Lager|Einkauf|Station 4|Frühförderung|Export|Lohnbuchhaltung|Gartenbau|Möbel", "fr": "cardiologie|logistique|maternité|paie|boulangerie", "pl": "magazyn|kadry|piekarnia|oddział 3",
		"ru": "склад|отдел кадров|кардиология", "zh": "仓库|财务|儿科|外销",
	},
	bands: "Band|Level|Stufe|Grade", locums: "Locum|Interim|Bank",
	employers: "Quince & Daughters Ltd|Klappwerk GmbH|Lanternes du Ponant|Slow Bread|Harrow Mills|Bergfried AG|Zielony Most|Nine Oaks|Kestrel Foods|Ostwind Logistik|Blue Heron Care",
	agencies:  "Harbour Recruitment Ltd|Nordwind Zeitarbeit GmbH|Delta Staffing|Pont Recrutement|Most Agencja Pracy|Lighthouse Talent|Werft Personalservice GmbH|Anker Personaldienstleistungen",
	towns:     "Ludlow|Truro|Leer|Emden|Groix|Ouessant|Kielce|Rybnik|Torquay|Passau|Fulda|Annecy|Quimper|Radom|Hexham|Goslar",
	placeForms: map[string]string{
		"en": "Location: %s|The job is based in %s.|You will work from our office in %s.|Workplace: %s", "de": "Arbeitsort: %s|Standort: %s|Einsatzort: %s|Musterweg 3, 12345 %s", "fr": "Lieu de travail : %s|Le poste est basé à %s.",
		"pl": "Miejsce pracy: %s|Lokalizacja: %s", "ru": "Место работы: %s", "zh": "工作地点：%s",
	},
	hourForms: map[string]string{
		"en": "%d hours per week.|Hours: %d hours a week|Weekly hours - %d", "de": "%d Stunden pro Woche.|%d Std./Woche|Stunden pro Woche: %d", "fr": "%d heures par semaine.", "pl": "%d godzin tygodniowo", "ru": "%d часов в неделю", "zh": "每周%d小时",
	},
	foreign: []foreignText{
		{"en", "You prune our apple trees in winter and graft them in spring. A licence for the small tractor is needed. We offer a cottage and thirty days of holiday. You lead a crew of six pickers in autumn. Write to us which pear you would plant first. The yard is dry and the work is out of doors. We pay each Friday and the cider is free."},
		{"de", "Sie bedienen unsere drei Brücken und sprechen über Funk mit den Schiffern. Kleine Störungen beheben Sie selbst. Wir erwarten eine Ausbildung in einem technischen Beruf. Dafür bieten wir einen Tarifvertrag und eine warme Kanzel. Bewerbungen nimmt Frau Tammena entgegen. Der Dienst wechselt jede Woche."},
		{"fr", "Vous veillez sur un phare que nous ouvrons aux visiteurs de mai à septembre. Vous accueillez les groupes et tenez le registre. Une bonne condition physique est indispensable. Nous proposons un contrat de deux ans avec une prime de traversée. Le logement est compris dans le salaire."},
	},
}

// measureWords are the words of changes in measurements. They are not all unseen: some wrong verdicts on them were read while
// the evidence was chosen, and some stand in dedup/markers.txt.
var measureWords = vocabulary{
	ranks: map[string]string{
		"en": "Senior|Principal|Chief|Apprentice|Experienced|Associate|Staff|Entry-level|Mid-level", "de": "Oberster|Erfahrener|Auszubildender|Praktikant|Senior|Teamleiter", "fr": "Chef|Confirmé|Alternant|Débutant|Senior", "pl": "Samodzielny|Stażysta|Główny|Starszy",
		"ru": "Ведущий|Младший|Главный", "zh": "高级|初级|首席",
	},
	shifts: map[string]string{
		"en": "Nights|Night shift|Lates|Twilight|Mornings|Term time|Weekend", "de": "Nachtschicht|Frühschicht|Wechselschicht|Nachtwache", "fr": "de nuit|horaires décalés|matin", "pl": "nocki|zmiana dzienna", "ru": "ночь|сменный график", "zh": "晚班|大夜班",
	},
	contracts: map[string]string{
		"en": "Bank|Permanent|Maternity cover|Zero hours|Temp|12 month contract|Casual|Secondment", "de": "unbefristet|Elternzeitvertretung|Teilzeit|Springer", "fr": "remplacement|CDI|saisonnier|temps plein",
		"pl": "umowa o pracę|pół etatu|sezonowo", "ru": "подработка|полная занятость", "zh": "正职|短期|兼职",
	},
	wards: map[string]string{
		"en": "Dermatology|Ward 7|Elm House|Theatre 3|Accounts Payable|Neonatal|Backend|Dairy|Stroke|Fracture Clinic|Kitchen|Bakery|Polish speaking|Year 4|Endoscopy|Key Accounts|Ward B",
		"de": "Urologie|Versand|Pforte|Station 9|Vertrieb|Hort|Backstube|Fuhrpark|Radiologie", "fr": "dermatologie|boucherie|accueil|urgences|entretien", "pl": "recepcja|serwis|oddział 7|spawalnia",
		"ru": "приёмная|бухгалтерия|цех 3", "zh": "采购|客服|皮肤科|品管",
	},
	bands: "Band|Grade|Level|Class", locums: "Locum",
	employers: "Marram Dairy plc|Steinhuder Werkzeugbau GmbH|Atelier Corvin|Fenland Timber|Pike & Sons|Halde Energie AG|Jasna Polana|Rookery Schools|Teal Robotics|Südhang Kliniken",
	agencies:  "Orchid Recruitment|Brücke Personalvermittlung GmbH|Vantage Staffing Solutions|Rhône Intérim|Kompas Agencja Zatrudnienia|Falcon Headhunters|Castle Manpower|Elster Zeitarbeit",
	towns:     "Leeds|Hamburg|Lyon|Poznań|Bristol|Dresden|Nantes|Gdynia|Norwich|Kassel|Dijon|Łódź|Swansea|Ulm|Perth|Rennes",
	placeForms: map[string]string{
		"en": "You will be based in %s.|Location: %s|Work location: %s|This role is located in %s.|Find us at 4 Mill Lane, %s", "de": "Arbeitsort: %s|Ihr Arbeitsort ist %s.|Dienstort: %s|Kontakt: Ringstraße 8, 20095 %s|Am Standort %s",
		"fr": "Lieu du poste : %s|Poste situé à %s.|12 rue du Port, 69002 %s", "pl": "Miejsce pracy: %s|Praca w mieście %s|ul. Długa 5, 31-444 %s", "ru": "Город: %s|Работа в городе %s", "zh": "上班地点：%s|地址：%s",
	},
	hourForms: map[string]string{
		"en": "Working hours: %d per week|%d hours a week|%d hrs/week", "de": "Wochenarbeitszeit: %d Stunden|%d h/Woche|mit %d Wochenstunden", "fr": "%d h hebdomadaires|durée : %d heures", "pl": "%d godz. tygodniowo|%d h/tydz.", "ru": "%d ч в неделю|%d часов", "zh": "每周工作%d小时",
	},
	foreign: []foreignText{
		{"es", "Buscamos una persona que cuide nuestros olivos durante todo el año. Se ofrece vivienda y treinta días de vacaciones. Es necesario el permiso para el tractor pequeño. La jornada empieza a las siete y termina a las tres. Escríbanos qué árbol plantaría primero y por qué motivo."},
		{"it", "Cerchiamo una persona che segua il forno dalle quattro del mattino. Si impasta a mano e si lascia riposare il pane per un giorno. Offriamo un contratto di due anni e la domenica libera. È gradita una prima esperienza in una bottega. Il laboratorio si trova vicino al fiume."},
		{"en", "You mind three lifting bridges and talk to the skippers by radio. Small faults you mend yourself, and large ones you report. We ask for a trade and for steady nerves. There is a warm cabin with a view of the harbour, and a bicycle for the long quay. The watch changes each week."},
	},
}
