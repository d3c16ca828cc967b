//! Films in which several texts come out of the same full board, one after the other.

use crate::films::{Film, on_boards};
use crate::large_view::touched;
use crate::running::pegfont;
use peg_solitaire::board::Position;
use peg_solitaire::progress::Progress;
use peg_solitaire::search::Search;
use peg_solitaire::solution::Solution;
use pegfont_film::render::{self, Geometry, Scene, Size, Theme, View};
use pegfont_film::timeline::{Clock, Lines, Missing, Motion, Setting, Timeline, Timing};
use pegfont_film::{Error, one_game};
use pegfont_type::font::Font;

/// Games that leave these texts, on one board and from the same empty hole.
fn games(texts: &[&str]) -> Vec<Solution> {
    let designs = Font::builtin().unwrap().designs();
    let mut lines = Vec::new();
    for text in texts {
        lines.push(Lines::new(&designs, text, 16, Missing::Refuse).unwrap());
    }

    let boards = one_game::shared_boards(&[lines], &designs, None, &view()).unwrap();
    let games = one_game::games_in_turn(&boards, &Search::default(), Progress::NONE).unwrap();
    let games = games.unwrap_or_else(|| panic!("no board for {texts:?}"));
    games
        .into_iter()
        .map(|game| game.in_late_rounds())
        .collect()
}

fn view() -> View {
    View {
        size: Size::Pitch(12),
        ..View::new(Theme::builtin("dark").unwrap())
    }
}

/// The film of games in a loop.
fn film_of(games: &[Solution], motion: Motion) -> Scene {
    let timing = Timing::usual(motion, Clock::HUNDREDTHS);
    let settings = games.iter().cloned().map(Setting::of_solution);
    Scene::in_turn(&settings.collect::<Vec<_>>(), timing, view()).unwrap()
}

/// The rounds of a game after which a board may look like this, but for the holes of jumps that may
/// be under way or have just been played.
fn is_like(game: &Solution, pegs: &Position) -> bool {
    let count = game.round_count();
    (0..=count).any(|round| {
        let from = game.jumps_in(round.saturating_sub(1));
        let to = game.jumps_in((round + 1).min(count));
        let free = touched(game, from, to);

        let position = game.position(game.jumps_in(round));
        let mut board = game.board().each_hole();
        board.all(|hole| free.contains(&hole) || position.has(hole) == pegs.has(hole))
    })
}

#[test]
fn every_frame_of_texts_in_turn_shows_a_position_of_their_games() {
    let games = games(&["HI", "YOU"]);
    assert!(games.iter().all(|game| game.board() == games[0].board()));
    assert!(games.iter().all(|game| game.start() == games[0].start()));
    for motion in [Motion::Steps, Motion::Smooth(25.0)] {
        let scene = film_of(&games, motion);
        let mut bytes = Vec::new();
        let encoder = render::encoder("gif").unwrap();
        (encoder.encode)(&scene, &mut bytes, Progress::NONE).unwrap();
        let film = Film::decode("gif", &bytes);

        let timelines: Vec<&Timeline> = scene.timelines().collect();
        let lasts: u64 = timelines.iter().map(|timeline| timeline.duration()).sum();
        let seen: f64 = film.frames.iter().map(|frame| frame.lasts).sum();
        assert_eq!(seen as u64, lasts);

        let mut time = 0.0;
        let mut ends = 0;
        for frame in &film.frames {
            let at = time as u64;
            time += frame.lasts;
            let boards = on_boards(frame, timelines[0], &scene.view);
            let pegs = &boards[0].pegs;

            let first = timelines[0].duration();
            let (number, at) = if at < first { (0, at) } else { (1, at - first) };
            let plays = timelines[number].in_film(0.0) as u64;
            // The first film begins with the first game, and plays the second.
            let shown = if at < plays { number } else { 1 - number };
            assert!(is_like(&games[shown], pegs), "film {number}, {at} ms");
            ends += usize::from(*pegs == games[shown].end());
        }
        assert!(ends >= 4, "both texts are seen, before and after");
    }
}

#[test]
fn what_follows_begins_with_the_end_of_what_was_before_and_runs_back_to_the_full_board() {
    let games = games(&["HI", "OK", "YOU"]);
    let scene = film_of(&games, Motion::Steps);
    let timelines: Vec<&Timeline> = scene.timelines().collect();
    for (number, timeline) in timelines.iter().enumerate() {
        let before = &games[number];
        let next = &games[(number + 1) % games.len()];
        let plays = timeline.in_film(0.0) as u64;
        assert_eq!(timeline.state(0, 0).position, before.end());
        assert_eq!(&timeline.state(0, plays).position, before.start());
        let end = timeline.finished_at();
        assert_eq!(timeline.state(0, end).position, next.end());

        let jumps = before.jumps().len();
        assert_eq!(timeline.counter(0), format!("1 game · {jumps} jumps"));
        let back = (0..plays).map(|at| timeline.state(0, at).played);
        assert!(back.is_sorted_by(|one, next| one >= next));
    }
}

#[test]
fn games_from_different_boards_do_not_follow_one_another() {
    let timing = Timing::usual(Motion::Steps, Clock::HUNDREDTHS);
    let film = |text: &str| {
        let game = crate::large_view::game(text);
        Timeline::new(Setting::of_solution(game), timing).unwrap()
    };
    let refused = film("I").after(&film("W")).unwrap_err();
    assert!(matches!(refused, Error::OtherStart), "{refused}");
}

#[test]
fn the_program_writes_texts_in_turn_in_the_asked_time() {
    let folder = tempfile::tempdir().unwrap();
    let line = [
        "one-game",
        "HI",
        "--then",
        "OK",
        "--duration",
        "16",
        "-o",
        "a.gif",
    ];
    let run = pegfont(folder.path(), &line);
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let film = Film::decode("gif", &std::fs::read(folder.path().join("a.gif")).unwrap());
    let lasts: f64 = film.frames.iter().map(|frame| frame.lasts).sum();
    assert_eq!(lasts as u64, 16_000);
}

/// The most of a side that a board lacks to fill a picture, when its texts must share it.
const MOST_LACKING: f64 = 0.2;

#[test]
fn texts_in_turn_share_a_board_that_fills_a_picture_with_a_width_and_a_height() {
    let designs = Font::builtin().unwrap().designs();
    let sets: [&[&str]; 4] = [
        &["HELLO", "WORLD"],
        &["HI", "YOU"],
        &["HAPPY", "NEW", "YEAR"],
        &["ONE", "TWO"],
    ];
    for texts in sets {
        for (width, height) in [(1080, 1920), (1080, 1080), (600, 900)] {
            let view = View {
                size: Size::Exactly(width, height),
                ..View::new(Theme::builtin("dark").unwrap().filling())
            };
            let mut lines = Vec::new();
            for text in texts {
                let set = |wrap| Lines::new(&designs, text, wrap, Missing::Refuse).unwrap();
                lines.push(one_game::fitted(&set(usize::MAX), set(16), &designs, &view));
            }
            let shared = one_game::shared_boards(&[lines], &designs, None, &view).unwrap();
            for one in shared {
                let game = Solution::new(&one.board, &one.start, Vec::new()).unwrap();
                let geometry = Geometry::new(&Setting::of_solution(game), &view).unwrap();
                let sides = [(geometry.board.0, width), (geometry.board.1, height)];
                for (side, whole) in sides {
                    let lacking = 1.0 - f64::from(side) / f64::from(whole);
                    let board = &one.board;
                    assert!(
                        lacking < MOST_LACKING,
                        "{texts:?}, {width}x{height}: {board}"
                    );
                }
                assert_eq!(one.ends.len(), texts.len());
            }
        }
    }
}

#[test]
fn the_program_fills_a_picture_with_texts_in_turn_unless_a_board_or_a_length_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let boards = |options: &[&str]| {
        let line = [
            "one-game", "HI", "--then", "OK", "-o", "a.gif", "--size", "180x320",
        ];
        let run = pegfont(folder.path(), &[&line, options].concat());
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success(), "{said}");
        let film = image::open(folder.path().join("a.gif")).unwrap();
        assert_eq!((film.width(), film.height()), (180, 320));
        said
    };
    let size = |said: &str| -> (f64, f64) {
        let words = said.split("on a board of ").nth(1).unwrap();
        let (columns, rows) = words.split(' ').next().unwrap().split_once('x').unwrap();
        (columns.parse().unwrap(), rows.parse().unwrap())
    };

    let (columns, rows) = size(&boards(&[]));
    assert!((1.5..2.1).contains(&(rows / columns)), "{columns}x{rows}");
    assert_eq!(size(&boards(&["--board", "21x13"])), (21.0, 13.0));
}

#[test]
fn a_film_of_several_games_has_no_large_view() {
    let settings: Vec<Setting> = games(&["HI", "YOU"])
        .into_iter()
        .map(Setting::of_solution)
        .collect();
    let timing = Timing {
        zooms: true,
        ..Timing::usual(Motion::Steps, Clock::HUNDREDTHS)
    };
    let refused = Scene::in_turn(&settings, timing, view()).unwrap_err();
    assert!(matches!(refused, Error::NoCloseUp), "{refused}");
}
