import { describe, expect, it } from 'vitest';
import { developmentAccounts } from '../../../chain/role-accounts.ts';
import { cast } from '../../../provider/development/story/cast.ts';
import { planStory } from '../../../provider/development/story/plan-story.ts';
import { readUsername } from '../../../provider/modules/profile/username/judge-username.ts';
import { usernameShapes } from '../../../provider/modules/profile/username/username-shapes.ts';

const DAY_MS = 86_400_000;
const END = new Date('2026-11-21T09:00:00.000Z');
const scenes = planStory(END);

describe('the plan of the story', () => {
  it('is in order, with no two scenes at the same moment, within the 120 days before its end', () => {
    const times = scenes.map(({ at }) => at.getTime());
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    expect(times[0]).toBeGreaterThan(END.getTime() - 120 * DAY_MS);
    expect(times.at(-1)).toBeLessThan(END.getTime());
  });

  it('is deterministic', () => {
    expect(planStory(END)).toEqual(scenes);
  });

  it.each(['2026-02-28T00:00:00.000Z', '2026-06-30T12:34:56.789Z', '2026-12-31T23:59:59.999Z'])(
    'is the same for a story that ends at %s',
    (moment) => {
      const end = new Date(moment);
      const deeds = (plan: typeof scenes): string[] => plan.map((scene) => describeDeed({ ...scene, at: undefined })).toSorted();
      const other = planStory(end);
      expect(deeds(other)).toEqual(deeds(scenes));
      expect(other.every(({ at }) => at < end)).toBe(true);
    },
  );

  it('has no member act before joining, or send to someone who hasn’t joined', () => {
    const joined = new Set<number>();
    for (const scene of scenes) {
      if (scene.who === null) continue;
      if ('act' in scene && scene.act.do === 'JOIN') {
        const sponsor = cast[scene.who]?.sponsor ?? null;
        if (sponsor !== null) expect(joined).toContain(sponsor);
        joined.add(scene.who);
      }
      expect(joined).toContain(scene.who);
      if ('act' in scene && scene.act.do === 'TRANSFER') expect(joined).toContain(scene.act.to);
    }
    expect(joined.size).toBe(cast.length);
  });

  it('lets everyone claim points at most once per UTC day', () => {
    const claims = scenes
      .filter((scene) => 'act' in scene && scene.act.do === 'CLAIM_POINTS')
      .map(({ who, at }) => `${who ?? ''} ${at.toISOString().slice(0, 10)}`);
    expect(new Set(claims).size).toBe(claims.length);
  });
});

describe('the cast', () => {
  it('starts with the development wallet’s accounts', () => {
    expect(cast.slice(0, 10).map(({ address }) => address)).toEqual(developmentAccounts.map(({ address }) => address));
    expect(new Set(cast.map(({ address }) => address)).size).toBe(50);
  });

  it('has names that members may take, no two of which look alike', () => {
    const names = cast.flatMap(({ username }) => (username === null ? [] : [username]));
    for (const name of names) expect(readUsername(name)).toBe(name);
    expect(new Set(names.map((name) => usernameShapes(name).usernameFoldedShape)).size).toBe(names.length);
  });
});

/** JSON can't represent a code's base units. */
function describeDeed(deed: object): string {
  return JSON.stringify(deed, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
