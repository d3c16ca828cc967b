//! Scripts and style sheets without comments and indentation, which a third of their size is. It reads lines, not the language: comments begin a
//! line, or are types, `/** @type {…} */`; lines of a text in backquotes lose their indentation, too.

/// A script or style sheet without its comments, line by line.
pub(crate) fn slim(text: &str) -> String {
    let mut slimmed = String::new();
    let mut in_comment = false;
    for line in text.lines() {
        let mut rest = line.trim();
        if in_comment || rest.starts_with("/*") {
            let end = rest.find("*/");
            in_comment = end.is_none();
            rest = end.map_or("", |end| rest[end + 2..].trim_start());
        }
        if rest.is_empty() || rest.starts_with("//") {
            continue;
        }
        let mut code = rest.to_owned();
        while let Some(begin) = code.find("/** @") {
            let Some(length) = code[begin..].find("*/") else { break };
            code.replace_range(begin..begin + length + 2, "");
        }
        slimmed += code.trim();
        slimmed.push('\n');
    }
    slimmed
}

#[cfg(test)]
mod tests {
    use super::slim;

    #[test]
    fn code_stays_and_comments_go() {
        let script = "/** Long\n * comment. */\nconst a = 1; // stays\n\n    // goes\n    b(/** @type {any} */ (c));\n/** One. */ d();\n";
        assert_eq!(slim(script), "const a = 1; // stays\nb( (c));\nd();\n");
        let sheet = "/* The\n   head. */\n.a {\n    color: red;\n}\n";
        assert_eq!(slim(sheet), ".a {\ncolor: red;\n}\n");
        assert_eq!(slim("x(/* @DATA@ */ {});"), "x(/* @DATA@ */ {});\n");
        assert_eq!(slim("\"https://a.b\"\n"), "\"https://a.b\"\n");
    }
}
