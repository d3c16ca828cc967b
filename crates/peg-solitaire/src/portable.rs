//! Mathematical functions from additions, multiplications and divisions alone, which IEEE 754 defines to the last bit. Those of the
//! standard library come from the system, and their last bits differ between systems.

use std::f64::consts::{LOG2_E, LOG10_2, PI, SQRT_2};

/// The sine of an angle in radians between -100,000 and 100,000, to the last digit of an `f32`.
#[must_use]
pub fn sine(angle: f32) -> f32 {
    let half_turns = (f64::from(angle) / PI).round();
    let rest = f64::from(angle) - half_turns * PI;
    let sign = if half_turns % 2.0 == 0.0 { 1.0 } else { -1.0 };
    // Taylor's series: within a quarter turn, nine terms suffice.
    let (mut term, mut sum) = (rest, rest);
    for n in (2..18).step_by(2).map(f64::from) {
        term *= -rest * rest / (n * (n + 1.0));
        sum += term;
    }
    (sign * sum) as f32
}

/// The binary logarithm of a number, to about fifteen digits; that of a power of two is exact. As from the standard library, it is
/// infinite for 0, and no number for numbers below.
#[must_use]
pub fn log2(number: f64) -> f64 {
    match number {
        0.0 => return f64::NEG_INFINITY,
        f64::INFINITY => return number,
        _ if number.is_nan() || number < 0.0 => return f64::NAN,
        _ => {}
    }
    // The number is a power of two times one between the square roots of a half and of two.
    let (mut power, mut rest) = (0.0, number);
    while rest >= SQRT_2 {
        (power, rest) = (power + 1.0, rest / 2.0);
    }
    while rest < SQRT_2 / 2.0 {
        (power, rest) = (power - 1.0, rest * 2.0);
    }
    // ln x = 2 artanh((x - 1) / (x + 1)), by its series.
    let base = (rest - 1.0) / (rest + 1.0);
    let terms = (0..12).rev().map(|n| 1.0 / f64::from(2 * n + 1));
    let series = terms.fold(0.0, |sum, term| sum * base * base + term);
    power + 2.0 * base * series * LOG2_E
}

/// The decimal logarithm of a number, to about fifteen digits; that of a power of ten is exact.
#[must_use]
pub fn log10(number: f64) -> f64 {
    let log = log2(number) * LOG10_2;
    let whole = log.round();
    let power = (0..whole.abs() as u32).fold(1.0, |power, _| power * 10.0);
    let is_power = number == if whole < 0.0 { 1.0 / power } else { power };
    if is_power { whole } else { log }
}

/// The fifth root of a number from 0 to 1, to about fifteen digits.
#[must_use]
pub fn fifth_root(number: f64) -> f64 {
    if number <= 0.0 {
        return 0.0;
    }
    // Newton's method from above falls until the last digit.
    let mut root = 1.0;
    loop {
        let power: f64 = root * root * root * root;
        let next = (4.0 * root + number / power) / 5.0;
        if next >= root {
            return root;
        }
        root = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether two numbers agree to this many digits.
    fn agree(one: f64, other: f64, digits: i32) -> bool {
        (one - other).abs() <= 10_f64.powi(-digits) * other.abs().max(1.0)
    }

    #[test]
    fn they_agree_with_the_functions_of_the_system() {
        for step in -5000..5000 {
            let angle = step as f32 * 0.37;
            assert!(agree(sine(angle).into(), f64::from(angle).sin(), 7), "{angle}");
        }
        let mut number = 1e-300;
        while number < 1e300 {
            assert!(agree(log2(number), number.log2(), 14), "{number}");
            assert!(agree(log10(number), number.log10(), 14), "{number}");
            number *= 1.37;
        }
        for part in 0..=1000 {
            let part = f64::from(part) / 1000.0;
            assert!(agree(fifth_root(part), part.powf(0.2), 14), "{part}");
        }
    }

    #[test]
    fn logarithms_of_powers_are_exact() {
        for power in -1000..1000 {
            assert_eq!(log2(2_f64.powi(power)), f64::from(power));
        }
        for power in 0..=22 {
            assert_eq!(log10(10_f64.powi(power)), f64::from(power));
            assert_eq!(log10(1.0 / 10_f64.powi(power)), -f64::from(power));
        }
        assert_eq!(log2(0.0), f64::NEG_INFINITY);
        assert!(log2(-1.0).is_nan());
        assert_eq!(log2(f64::INFINITY), f64::INFINITY);
    }
}
