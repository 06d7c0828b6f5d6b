package pagetext

// judge says what a paragraph under no known heading is about, None if nothing speaks for a section.
func judge(string) Section { return None }
