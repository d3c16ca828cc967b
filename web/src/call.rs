//! Calls from JavaScript: arguments and answers as JSON, messages for mistakes, and progress.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::ControlFlow;

use js_sys::Function;
use peg_solitaire::progress::Progress;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

thread_local! {
    /// Who is told about the progress of the call under way.
    static WATCHER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// A panic becomes an exception with its message. The module must not be used after it.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_str(&panic.to_string())
    }));
}

/// Reads the arguments of a call.
///
/// # Errors
/// If they are not what the function takes; then the page has a bug.
pub fn read<T: DeserializeOwned>(args: &str) -> Result<T, JsError> {
    serde_json::from_str(args).map_err(mistake)
}

/// Writes an answer.
///
/// # Errors
/// Never for the types of this crate, which have texts as keys.
pub fn answer(value: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(mistake)
}

/// The exception for a mistake, with the library's words.
pub fn mistake(error: impl Display) -> JsError {
    JsError::new(&sentence(error.to_string()))
}

/// Words of the library as a sentence of the page.
pub fn sentence(mut words: String) -> String {
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !words.ends_with('.') {
        words.push('.');
    }

    words
}

/// Does work that reports its progress, as two numbers: the work done and all of it. The page stops
/// work by ending the worker.
pub fn watched<T>(progress: &Function, work: impl FnOnce(Progress<'_>) -> T) -> T {
    WATCHER.set(Some(progress.clone()));

    let watch = |done: u64, total: u64| {
        WATCHER.with_borrow(|watcher| {
            if let Some(watcher) = watcher {
                // A watcher that fails doesn't stop the work.
                let _ = watcher.call2(
                    &JsValue::NULL,
                    &(done as f64).into(),
                    &(total as f64).into(),
                );
            }
        });
        ControlFlow::Continue(())
    };

    let done = work(Progress::new(&watch));
    WATCHER.set(None);
    done
}
