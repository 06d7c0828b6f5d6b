"""Writes advertisements as PDF files by several producers: make.py DIRECTORY. Each is tried, and one that is not there is left out."""
import os, sys

OUT = sys.argv[1]
TTF = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

# Title, facts, and parts with their paragraphs. All are made up.
ADS = {
    "en": ("Weaver (m/f/d)", [("Company", "Loom Mill Ltd"), ("Location", "Paisley"), ("Closing date", "1 May 2026")], [
        ("Your duties", ["You weave linen and wool on the looms of our mill, and you mend them when they break. Efficient flow of yarn, "
                         "careful finish and a fair share of office work are all part of the day.", "You teach those who are new."]),
        ("Your profile", ["You have worked in a mill before. Apply by e-mail: jobs@loom.example, or by phone: +44 141 000 0000."])]),
    "de": ("Färber (m/w/d) für Büro & Lager", [("Arbeitgeber", "Küpe GmbH"), ("Arbeitsort", "Würzburg"), ("Bewerbungsfrist", "31.05.2026")], [
        ("Ihre Aufgaben", ["Sie färben Garn in allen Farben, die unsere Kunden wünschen, prüfen die Küpen und führen Listen über Rohstoffe. "
                           "Große Mengen heben Sie nicht allein.", "Schichtdienst gehört dazu."]),
        ("Wir bieten", ["30 Tage Urlaub, ein Gehalt von 2.900 € bis 3.400 € im Monat und Fahrtkostenzuschuss."])]),
    "fr": ("Fileuse ou fileur à l’atelier", [("Entreprise", "Filature du Pont"), ("Lieu", "Épinal"), ("Type de contrat", "CDI")], [
        ("Vos missions", ["Vous filez la laine, vous réglez les machines et vous veillez à la qualité. L’équipe compte douze personnes."]),
        ("Votre profil", ["Une première expérience dans l’industrie est souhaitée. Salaire : 2 100 € brut par mois."])]),
}
# Letters that the fonts of every PDF reader lack.
WIDE = {
    "pl": ("Tkacz / Tkaczka", [("Firma", "Łódzka Przędzalnia"), ("Miejsce pracy", "Łódź"), ("Termin", "30 kwietnia 2026")], [
        ("Zakres obowiązków", ["Obsługa krosien, naprawa osnowy oraz dbałość o jakość tkanin. Praca w systemie dwuzmianowym."]),
        ("Oferujemy", ["Umowę o pracę, wynagrodzenie 6 500 zł miesięcznie oraz święta wolne od pracy."])]),
    "ru": ("Ткачиха", [("Компания", "Фабрика у реки"), ("Город", "Иваново")], [
        ("Обязанности", ["Работа на ткацких станках, контроль качества ткани и уход за оборудованием."]),
        ("Условия", ["Полная занятость, зарплата 60 000 рублей в месяц, отпуск 28 дней."])]),
    "el": ("Υφαντής", [("Εταιρεία", "Νηματουργείο Νάουσας"), ("Τόπος", "Νάουσα")], [
        ("Καθήκοντα", ["Υφαίνετε λινό και μαλλί στους αργαλειούς μας και τους επισκευάζετε όταν χαλάνε."])]),
}


def reportlab(name, ad, font):
    from reportlab.lib.enums import TA_JUSTIFY
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table
    if font:
        pdfmetrics.registerFont(TTFont("Wide", font))
    face = "Wide" if font else "Helvetica"
    style = lambda size, **more: ParagraphStyle("s", fontName=face, fontSize=size, leading=size * 1.3, spaceAfter=6, **more)
    title, facts, parts = ad
    flow = [Paragraph(title.replace("&", "&amp;"), style(20))]
    flow.append(Table([[k + ":", v] for k, v in facts], style=[("FONT", (0, 0), (-1, -1), face, 10)]))
    for head, texts in parts:
        flow.append(Paragraph(head, style(13)))
        flow += [Paragraph(t.replace("&", "&amp;"), style(10, alignment=TA_JUSTIFY)) for t in texts]
    SimpleDocTemplate(os.path.join(OUT, name + ".pdf")).build(flow)


def fpdf2(name, ad, font):
    from fpdf import FPDF
    pdf = FPDF()
    pdf.add_page()
    face = "Helvetica"
    if font:
        face = "Wide"
        pdf.add_font(face, fname=font)
    plain = (lambda s: s) if font else (lambda s: s.replace("’", "'").replace("€", "EUR"))
    title, facts, parts = ad
    pdf.set_font(face, size=20)
    pdf.multi_cell(0, 10, plain(title), new_x="LMARGIN", new_y="NEXT")
    for key, value in facts:
        pdf.set_font(face, size=10)
        pdf.cell(50, 6, plain(key))
        pdf.cell(0, 6, plain(value), new_x="LMARGIN", new_y="NEXT")
    for head, texts in parts:
        pdf.set_font(face, size=13)
        pdf.cell(0, 9, plain(head), new_x="LMARGIN", new_y="NEXT")
        pdf.set_font(face, size=10)
        for text in texts:
            pdf.multi_cell(0, 5, plain(text), align="J", new_x="LMARGIN", new_y="NEXT")
    pdf.output(os.path.join(OUT, name + ".pdf"))


def typst(name, ad, font):
    import typst
    quote = lambda s: '#"' + s.replace('"', '\\"') + '"'
    title, facts, parts = ad
    lines = ['#set page(paper: "a4")', "#set par(justify: true)", "#set heading(numbering: none)", "= " + quote(title)]
    lines += [f"*{quote(k)}:* {quote(v)}\n" for k, v in facts]
    for head, texts in parts:
        lines.append("== " + quote(head))
        lines += ["- " + quote(t) for t in texts]
    source = os.path.join(OUT, name + ".typ")
    with open(source, "w") as f:
        f.write("\n\n".join(lines))
    typst.compile(source, output=os.path.join(OUT, name + ".pdf"))
    os.remove(source)


def weasyprint(name, ad, font):
    from html import escape
    from weasyprint import HTML
    title, facts, parts = ad
    body = f"<h1>{escape(title)}</h1><table>" + "".join(f"<tr><th>{escape(k)}<td>{escape(v)}" for k, v in facts) + "</table>"
    for head, texts in parts:
        body += f"<h2>{escape(head)}</h2><ul>" + "".join(f"<li>{escape(t)}" for t in texts) + "</ul>"
    HTML(string=f"<style>body{{text-align:justify}}</style>{body}").write_pdf(os.path.join(OUT, name + ".pdf"))


def variants(producer):
    """Yields the texts that a producer can write: by fonts that every reader has, by one of the file's own, or by what it chooses."""
    wide = TTF if os.path.exists(TTF) else None
    for lang, ad in {**ADS, **WIDE}.items():
        if producer in (typst, weasyprint):
            yield lang, ad, None
            continue
        if lang in ADS:
            yield lang, ad, None
        if wide:
            yield lang + "-wide", ad, wide


made = 0
for producer in (reportlab, fpdf2, typst, weasyprint):
    for name, ad, font in variants(producer):
        try:
            producer(f"{producer.__name__}-{name}", ad, font)
            made += 1
        except Exception as err:
            print(f"left out: {producer.__name__} {name}: {err}", file=sys.stderr)
print(f"{made} files", file=sys.stderr)
