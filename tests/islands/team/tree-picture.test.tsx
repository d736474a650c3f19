import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import team from '../../../public/locales/en/team.json' with { type: 'json' };
import { TreePicture } from '../../../src/islands/team/TeamTree.tsx';
import { ROOT, type TeamMember, treeRows } from '../../../src/lib/team/team-tree.ts';
import { Island } from '../Island.tsx';

const member = (username: string, level: number, directCount: number): TeamMember => ({
  uid: username,
  parentUid: 'mira',
  username,
  address: '0x0000…0000',
  level,
  role: { code: 'NONE', name: 'None' },
  joinedAt: '2026-11-25T00:00:00.000Z',
  directCount,
  ownVolume: 0n,
  teamVolume: 0n,
});
const branch = (...members: TeamMember[]) => ({ members, page: 1, totalPages: 1, status: 'ready' as const });

function picture(branches: Record<string, ReturnType<typeof branch>>): { names: string[]; dots: number; lastDots: number } {
  const rows = treeRows({ branches: new Map(Object.entries(branches)), expanded: new Set(Object.keys(branches)) });
  const drawn = renderToStaticMarkup(
    <Island locale="en" texts={{ team }}>
      <TreePicture name="mira" rows={rows} />
    </Island>,
  );
  const count = (pattern: RegExp): number => [...drawn.matchAll(pattern)].length;
  return {
    names: [...drawn.matchAll(/<text class="strong"[^>]*>([^<]*)/g)].map(([, name = '']) => name),
    dots: count(/<circle cx/g),
    lastDots: count(/<circle class="last"/g),
  };
}

it('draws who was invited, a dot for each of theirs, and smaller ones below those that were opened', () => {
  const drawn = picture({ [ROOT]: branch(member('ada', 1, 2), member('bo', 1, 0)), ada: branch(member('cy', 2, 1), member('di', 2, 9)) });
  expect(drawn).toEqual({ names: ['mira', 'ada', 'bo'], dots: 2, lastDots: 4 });
});

it('stays legible for a team of any size', () => {
  const drawn = picture({ [ROOT]: branch(...Array.from({ length: 20 }, (_, at) => member(`m${at}`, 1, 40))) });
  expect(drawn.names).toEqual(['mira', 'm0', 'm1', 'm2', 'm3', 'm4', '…']);
  expect(drawn.dots).toBe(25);
  expect(picture({ [ROOT]: branch(member('a-name-of-20-letters', 1, 0), member('二'.repeat(12), 1, 0)) }).names.slice(1)).toEqual([
    'a-name-of-20-lett…',
    `${'二'.repeat(8)}…`,
  ]);
});
