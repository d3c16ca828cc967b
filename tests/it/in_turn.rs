//! Films in which several texts come out of the same full board, one after the other.

use crate::films::{Film, on_boards};
use crate::large_view::touched;
use crate::running::pegfont;
use peg_solitaire::board::Position;
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};
use peg_solitaire::solution::Solution;
use pegfont_film::render::{self, Scene, Size, Theme, View};
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

    for shared in one_game::shared_boards(&lines, &designs, None).unwrap() {
        let mut solutions = Vec::new();
        for ends in &shared.ends {
            let search = Search::default();
            let start = Some(&shared.start);
            let found = search.run(&shared.board, start, &ends[0], Progress::NONE);
            if let Outcome::Solved(solution) = found.unwrap() {
                solutions.push(solution.in_rounds().in_late_rounds());
            }
        }
        if solutions.len() == texts.len() {
            return solutions;
        }
    }
    panic!("no board for {texts:?}")
}

/// The film of games in a loop.
fn film_of(games: &[Solution], motion: Motion) -> Scene {
    let timing = Timing::usual(motion, Clock::HUNDREDTHS);
    let alone = games
        .iter()
        .map(|game| Timeline::new(Setting::of_solution(game.clone()), timing).unwrap());
    let alone: Vec<Timeline> = alone.collect();
    let mut films: Vec<Timeline> = Vec::new();
    for (number, before) in alone.iter().enumerate() {
        let next = alone[(number + 1) % alone.len()].clone();
        films.push(next.after(before).unwrap());
    }

    let view = View {
        size: Size::Pitch(12),
        ..View::new(Theme::builtin("dark").unwrap())
    };
    let then = films.split_off(1);
    Scene {
        then,
        ..Scene::film(films.remove(0), view)
    }
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
