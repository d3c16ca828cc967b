//! The dataflow between the processes: each sends sums and receives sums, and the time says which step they are for.
//!
//! ```text
//!            sums of a step, each to its owner
//!   sums ----------------------------------------> slices
//!    ^                                               |
//!    |  nothing but the time, WINDOW steps later     |
//!    +-----------------------------------------------+
//! ```
//!
//! Time is counted in steps. `sums` holds back the time of the next step whose sums this process has yet to send; `slices` that of the
//! step whose slice it has yet to compute. So when no more messages for a time can reach `slices`, all processes have sent their sums for
//! that step. And when the time has come round to `sums`, all processes have computed the step WINDOW steps before: this bounds what is under
//! way. Neither operator computes anything: they are a door, and the work is done outside.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use timely::dataflow::channels::pact::{DistributorPact, Pipeline};
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{Capability, ConnectLoop as _, Feedback as _};
use timely::progress::frontier::MutableAntichain;
use timely::scheduling::Activator;
use timely::worker::Worker;

use super::sums::{Sums, ToOwner};

/// How many steps a process can be ahead of another.
pub(super) const WINDOW: u64 = 2;

/// Where the work meets the dataflow. Steps count from 0.
pub(super) struct Door {
    state: Rc<RefCell<State>>,
    operators: [Activator; 2],
}

struct State {
    /// Sums to be sent, and the step that they are for.
    outbox: VecDeque<(u64, Sums)>,
    inbox: VecDeque<(u64, Sums)>,
    /// The next step to send sums for.
    sending: u64,
    /// The next step to compute.
    computing: u64,
    /// Sums of the steps before this one may be sent.
    may_send: u64,
    /// All sums of the steps before this one have arrived.
    arrived: u64,
    /// The number of steps.
    end: u64,
}

impl Door {
    /// Builds the dataflow of this many steps. It is over when all processes have computed all steps.
    pub fn build(worker: &mut Worker, end: u64) -> Self {
        let state = Rc::new(RefCell::new(State {
            outbox: VecDeque::new(),
            inbox: VecDeque::new(),
            sending: 0,
            computing: 0,
            may_send: 0,
            arrived: 0,
            end,
        }));
        let operators = worker.dataflow::<u64, _, _>(|scope| {
            let (turn, turned) = scope.feedback::<Vec<()>>(WINDOW);

            let mut sums = OperatorBuilder::new("sums".to_owned(), scope);
            let sums_activator = scope.activator_for(sums.operator_info().address);
            let mut turned = sums.new_input(turned, Pipeline);
            let (mut output, stream) = sums.new_output::<Sums>();
            let shared = Rc::clone(&state);
            sums.build(move |mut capabilities| {
                let mut held = capabilities.pop();
                move |frontiers| {
                    turned.for_each(|_, _| {});
                    let mut state = shared.borrow_mut();
                    state.may_send = first(&frontiers[0]);
                    let mut session = output.activate();
                    while let Some((step, mut sums)) = state.outbox.pop_front() {
                        if let Some(held) = &mut held {
                            held.downgrade(&step);
                            session.give(held, &mut sums);
                        }
                    }
                    hold(&mut held, state.sending, state.end);
                }
            });

            let mut slices = OperatorBuilder::new("slices".to_owned(), scope);
            let slices_activator = scope.activator_for(slices.operator_info().address);
            let mut input = slices.new_input(stream, DistributorPact(|_| ToOwner));
            let (_, computed) = slices.new_output::<Vec<()>>();
            let shared = Rc::clone(&state);
            slices.build(move |mut capabilities| {
                let mut held = capabilities.pop();
                move |frontiers| {
                    let mut state = shared.borrow_mut();
                    input.for_each(|time, sums| {
                        let step = time.least().copied().unwrap_or(0);
                        state.inbox.push_back((step, std::mem::take(sums)));
                    });
                    state.arrived = first(&frontiers[0]);
                    hold(&mut held, state.computing, state.end);
                }
            });
            computed.connect_loop(turn);
            [sums_activator, slices_activator]
        });
        Self { state, operators }
    }

    /// The next sums that have arrived, and their step.
    pub fn receive(&self) -> Option<(u64, Sums)> {
        self.state.borrow_mut().inbox.pop_front()
    }

    /// The next step to send sums for, if they may be sent already.
    pub fn to_send(&self) -> Option<u64> {
        let state = self.state.borrow();
        Some(state.sending).filter(|&step| step < state.end.min(state.may_send))
    }

    /// Sends sums of the step whose turn it is.
    pub fn send(&self, sums: Sums) {
        let mut state = self.state.borrow_mut();
        let step = state.sending;
        state.outbox.push_back((step, sums));
    }

    /// All sums of the step have been sent.
    pub fn sent(&self) {
        self.state.borrow_mut().sending += 1;
        self.operators[0].activate();
    }

    /// The next step to compute; None after the last.
    pub fn next(&self) -> Option<u64> {
        let state = self.state.borrow();
        Some(state.computing).filter(|&step| step < state.end)
    }

    /// Whether all sums of the next step to compute have arrived.
    pub fn have_arrived(&self) -> bool {
        let state = self.state.borrow();
        state.computing < state.arrived
    }

    /// The step has been computed.
    pub fn computed(&self) {
        self.state.borrow_mut().computing += 1;
        self.operators[1].activate();
    }
}

/// The first time that can still come.
fn first(frontier: &MutableAntichain<u64>) -> u64 {
    frontier.frontier().iter().copied().min().unwrap_or(u64::MAX)
}

/// Holds back the time of this step, or nothing at the end.
fn hold(held: &mut Option<Capability<u64>>, step: u64, end: u64) {
    match held {
        Some(held) if step < end => held.downgrade(&step),
        _ => *held = None,
    }
}
