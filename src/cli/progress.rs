//! Progress bars on standard error. They are only seen where that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many steps, by a template of `indicatif`.
pub(super) fn bar(template: &str, steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::new(steps as u64);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
