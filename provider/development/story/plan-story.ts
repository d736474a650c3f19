import { cast, NEWCOMER } from './cast.ts';
import { liveOn } from './everyday-life.ts';
import { firstAccountsLife } from './first-account.ts';
import { operatorsPart } from './operators-part.ts';
import type { Moment, Scene, When } from './scene.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTES_OFF = 5;
const SEED = 0x4a55;

/** Everything that happens in the 120 days before `end`, in order, no two events at the same moment; deterministic. */
export function planStory(end: Date): Scene[] {
  const random = createSeededRandom(SEED);
  const lives = cast.flatMap((character, who) => {
    const written = character.temper === 'FIRST_ACCOUNT' || character.temper === 'NEWCOMER';
    return [...arrive(who), ...(written ? [] : liveOn(who, character, random))];
  });
  const moments: Moment[] = [...operatorsPart(), ...lives, ...firstAccountsLife(), ...newcomersLife()];
  return inOrder(
    moments.map(({ when, ...deed }) => ({ at: about(momentOf(when, end), random), ...deed })),
    end,
  );
}

function arrive(who: number): Moment[] {
  const character = cast[who];
  if (character === undefined) return [];
  const { joinedDaysAgo, username, namesSponsorLater } = character;
  return [
    { when: { daysAgo: joinedDaysAgo }, who, act: { do: 'JOIN' } },
    ...(username === null ? [] : [{ when: { daysAgo: joinedDaysAgo - 0.01 }, who, act: { do: 'TAKE_NAME' as const } }]),
    ...(namesSponsorLater ? [{ when: { daysAgo: joinedDaysAgo - 1.5 }, who, alone: 'NAME_SPONSOR' as const }] : []),
  ];
}

function newcomersLife(): Moment[] {
  return [
    { when: { daysAgo: 2.1 }, who: NEWCOMER, act: { do: 'DEPOSIT', token: 'USDT', amount: '60' } },
    { when: { daysAgo: 2 }, who: NEWCOMER, act: { do: 'DEPOSIT', token: 'JU', amount: '25' } },
    { when: { utcDaysAgo: 1, hour: 18.3 }, who: NEWCOMER, act: { do: 'CLAIM_POINTS' } },
  ];
}

function momentOf(when: When, end: Date): Date {
  if ('daysAgo' in when) return new Date(Math.round(end.getTime() - when.daysAgo * DAY_MS));
  const today = end.getTime() - (end.getTime() % DAY_MS);
  return new Date(Math.round(today - when.utcDaysAgo * DAY_MS + when.hour * HOUR_MS));
}

/** Random delay of each event. Events that depend on each other are further apart than this. */
function about(moment: Date, random: SeededRandom): Date {
  return new Date(moment.getTime() + random.between(-MINUTES_OFF * 60_000, MINUTES_OFF * 60_000));
}

function inOrder(scenes: readonly Scene[], end: Date): Scene[] {
  const sorted = scenes.filter(({ at }) => at < end).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let last = 0;
  return sorted.map((scene) => {
    last = Math.max(scene.at.getTime(), last + 1);
    return { ...scene, at: new Date(last) };
  });
}
