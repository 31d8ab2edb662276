import { firstFederalClosings } from '@claimdesk/cms/federal-closings';
import { expect, it } from 'vitest';
import { addDays, type CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { isDomainError } from '#api/platform/domain-error.ts';
import { seededRandom } from '../../../forms/fixtures/random.ts';
import type { AppealLevel, CaseEvent, CaseFacts, Level, Outcome } from './case-event.ts';
import { closeDuty } from './close-duty.ts';
import type { Duty, DutyOutcome } from './duty.ts';
import { applyEvent, passDay } from './duty-states.ts';

const orders = 2_000;
const closings = new Set(firstFederalClosings.map(({ day }) => day));

type Pick = <T>(from: readonly T[]) => T;

function randomFacts(today: CalendarDate, below: (limit: number) => number, pick: Pick): CaseFacts {
  const day = addDays(today, -below(120));
  const appointment = {
    at: `${addDays(day, 10 + below(120))}T${pick(['01', '09', '16'])}:30:00Z`,
    zone: pick(['America/New_York', 'Pacific/Honolulu', 'Pacific/Guam']),
  };
  const hearing = pick(['first', 'second']);
  return pick<() => CaseFacts>([
    () => ({
      kind: 'decision',
      day,
      level: pick<Level>(['initial', 'reconsideration', 'hearing', 'council']),
      outcome: pick<Outcome>(['favorable', 'partly', 'unfavorable', 'dismissed', 'technical', 'ceased']),
      feeAgreement: pick(['approved', 'not approved']),
    }),
    () => ({ kind: 'hearing notice', day, hearing, appointment }),
    () => ({ kind: 'amended notice', day, hearing, appointment }),
    () => ({ kind: 'amended notice', day, hearing, appointment }),
    () => ({ kind: 'exam notice', day, appointment }),
    () => ({ kind: 'contract signed', day }),
    () => ({
      kind: 'appeal filed',
      day,
      level: pick<AppealLevel>(['reconsideration', 'hearing', 'council', 'court']),
      ...pick([{}, { confirmation: 'R-1' }]),
    }),
    () => ({ kind: 'note', day, text: 'Called back' }),
  ])();
}

/** A matter on which people work at random, by one seed. */
class RandomMatter {
  duties: Duty[] = [];
  readonly events: CaseEvent[] = [];
  #today: CalendarDate;
  readonly #below: (limit: number) => number;
  readonly #pick: Pick;

  constructor(seed: number) {
    // Seeds far apart, since the first numbers of near ones are near each other.
    const random = seededRandom(Math.imul(seed, 2_654_435_761));
    this.#below = (limit) => Math.floor(random() * limit);
    this.#pick = <T>(from: readonly T[]) => from[this.#below(from.length)] as T;
    // Some rules began in 2017 and 2020, so that a newer notice has no duty for each of an older one.
    this.#today = this.#pick(['2017-03-01', '2018-06-04', '2026-01-05']);
  }

  /** @throws DomainError where what somebody tries is refused. */
  act(): void {
    this.#pick([
      () => this.#enter({ ...this.#head(), ...this.#facts() }),
      () => this.#enter({ ...this.#head(), ...this.#facts() }),
      () => this.events.length > 0 && this.#enter(this.#pick(this.events)),
      () => this.#correct(),
      () => this.#correct(),
      () => this.#passDays(),
      () => this.#close(),
    ])();
  }

  #facts() {
    return randomFacts(this.#today, this.#below, this.#pick);
  }

  #head() {
    return { id: `E${this.events.length + 1}`, matter: 'M', by: 'Ada', day: this.#today };
  }

  #enter(event: CaseEvent) {
    this.duties = applyEvent(this.duties, event, {
      ...{ closings, today: this.#today, events: this.events },
      ...this.#pick([{}, { by: 'Ada' }]),
    });
    if (!this.events.some(({ id }) => id === event.id)) this.events.push(event);
  }

  #correct() {
    this.#enter({
      ...this.#head(),
      kind: 'correction',
      corrects: this.#pick([...this.events.map(({ id }) => id), 'unknown']),
      facts: this.#pick([this.#facts(), this.#facts(), null]),
      ...this.#pick([{}, { checkedBy: 'Grace' }]),
    });
  }

  #passDays() {
    this.#today = addDays(this.#today, this.#below(45));
    this.duties = passDay(this.duties, this.#today, { closings });
  }

  #close() {
    const duty = this.duties[this.#below(this.duties.length)];
    if (!duty) return;
    const closed = closeDuty(duty, {
      state: this.#pick<DutyOutcome['state']>(['done', 'late with good cause', 'waived', 'missed']),
      what: this.#pick(['Filed', '']),
      on: addDays(this.#today, -this.#below(30)),
      by: 'Ada',
      ...this.#pick([{}, { confirmation: 'R-1' }, { secondPerson: 'Grace' }]),
    });
    this.duties = this.duties.map((one) => (one === duty ? closed : one));
  }
}

/** What would be a duty that is lost, in words; empty if none is. */
function lost(before: readonly Duty[], after: readonly Duty[], events: readonly CaseEvent[]): string[] {
  const byId = new Map(after.map((duty) => [duty.id, duty]));
  if (byId.size !== after.length) return ['one id is twice'];
  return before.flatMap(({ id, state }) => {
    const duty = byId.get(id);
    if (!duty) return [`${id} is gone`];
    if (state !== 'open' || duty.state === 'open') return [];
    if (duty.outcome || (duty.continuedBy && byId.has(duty.continuedBy))) return [];
    const { event, duty: successor } = duty.replacedBy ?? {};
    if (successor) return follow(duty, byId) ? [] : [`${id} leads nowhere`];
    // A hard one may go without another only where two people say so.
    const isAgreed = events.some(
      (one) => one.id === event && one.kind === 'correction' && (!duty.hard || one.checkedBy !== undefined),
    );
    return isAgreed ? [] : [`${id} is ${duty.state}`];
  });
}

/** Whether what took a duty's place ends, over however many others, at one that is open or has ended by itself. */
function follow(duty: Duty, byId: ReadonlyMap<string, Duty>): boolean {
  const seen = new Set<string>();
  let at: Duty | undefined = duty;
  while (at?.state === 'superseded') {
    if (seen.has(at.id)) return false;
    seen.add(at.id);
    if (at.replacedBy?.duty === null) return at.replacedBy.because === 'corrected';
    at = byId.get(at.replacedBy?.duty ?? '');
  }
  return at !== undefined;
}

it(`no duty that was open is ever lost, in ${orders} random orders of events`, () => {
  let acts = 0;
  let refusals = 0;
  let ended = 0;
  for (let seed = 1; seed <= orders; seed += 1) {
    const matter = new RandomMatter(seed);
    for (let step = 0; step < 12; step += 1) {
      const before = matter.duties;
      acts += 1;
      try {
        matter.act();
      } catch (error) {
        // A refusal changes nothing; anything else is a fault.
        if (!isDomainError(error)) throw error;
        refusals += 1;
        expect(matter.duties).toBe(before);
      }
      const missing = lost(before, matter.duties, matter.events);
      if (missing.length > 0) expect(`${seed}/${step}: ${missing.join()}`).toBe('');
    }
    for (const duty of matter.duties) {
      if (duty.state === 'superseded' && !follow(duty, new Map(matter.duties.map((one) => [one.id, one])))) {
        expect(`${seed}: ${duty.id} leads nowhere`).toBe('');
      }
    }
    ended += matter.duties.filter(({ state }) => state !== 'open').length;
  }
  // The orders have to contain what could lose something.
  expect(refusals).toBeGreaterThan(acts / 20);
  expect(ended).toBeGreaterThan(orders);
});
