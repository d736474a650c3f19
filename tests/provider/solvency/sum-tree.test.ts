import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { concatHex, numberToHex, sha256, stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { toDecimalString } from '../../../src/lib/amount.ts';
import { reserveProof } from '../../../src/lib/api/contract/wallet.ts';
import {
  hashLeaf,
  hashRoot,
  joinNodes,
  type ReserveProof,
  type SumNode,
  type Sums,
  verifyReserveProof,
} from '../../../src/lib/reserves/sum-tree.ts';
import { joinLevel } from '../../../provider/solvency/publish-tree.ts';
import { hasTool } from '../../support/has-tool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DATE = '2026-11-20';

interface Member {
  id: string;
  salt: `0x${string}`;
  sums: Sums;
}

const base = fc.bigInt(0n, 10n ** 50n);
const sums: fc.Arbitrary<Sums> = fc.record({ JU: base, JUF: base, USDT: base });
const salt = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const);
const member: fc.Arbitrary<Member> = fc.record({ id: fc.uuid(), salt, sums });
const members = fc.uniqueArray(member, { minLength: 1, maxLength: 40, selector: ({ id }) => id });
const membersAndOne = members.chain((all) => fc.tuple(fc.constant(all), fc.nat(all.length - 1)));

const inWords = ({ JU, JUF, USDT }: Sums) => ({
  JU: toDecimalString(JU, 18),
  JUF: toDecimalString(JUF, 18),
  USDT: toDecimalString(USDT, 6),
});
/** As the page has them: in 10⁻¹⁸ tokens. */
const inAmounts = ({ JU, JUF, USDT }: Sums): Sums => ({ JU, JUF, USDT: USDT * 10n ** 12n });

function treeOf(all: readonly Member[]): { levels: SumNode[][]; top: SumNode } {
  const levels = [all.map((one) => hashLeaf(one.salt, one.id, one.sums))];
  while ((levels.at(-1)?.length ?? 0) > 1) levels.push(joinLevel(levels.at(-1) ?? []));
  const top = levels.at(-1)?.[0];
  if (top === undefined) throw new Error('no top');
  return { levels, top };
}

function proofOf(all: readonly Member[], at: number): ReserveProof {
  const { levels, top } = treeOf(all);
  const path = levels.flatMap((level, height) => {
    const place = (at >> height) ^ 1;
    const sibling = level[place];
    return sibling === undefined
      ? []
      : [{ side: place % 2 === 0 ? ('LEFT' as const) : ('RIGHT' as const), hash: sibling.hash, sums: inAmounts(sibling.sums) }];
  });
  return { date: DATE, root: hashRoot(DATE, top), salt: memberAt(all, at).salt, path };
}

function memberAt(all: readonly Member[], at: number): Member {
  const found = all[at];
  if (found === undefined) throw new Error('no such member');
  return found;
}

describe('a proof of reserves', () => {
  it('holds for every member, and states the total of all of them', () => {
    fc.assert(
      fc.property(membersAndOne, ([all, at]) => {
        const { id, sums: has } = memberAt(all, at);
        const total = all.reduce((sum, { sums: each }) => ({ JU: sum.JU + each.JU, JUF: sum.JUF + each.JUF, USDT: sum.USDT + each.USDT }), {
          JU: 0n,
          JUF: 0n,
          USDT: 0n,
        });
        expect(verifyReserveProof(proofOf(all, at), id, inAmounts(has))).toEqual({ holds: true, total });
      }),
    );
  });

  it.runIf(hasTool('python3'))('is judged alike by the Python of docs/proof-of-reserves.md', { tags: 'full' }, () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/proof-of-reserves.md'), 'utf8');
    const [, program = ''] = /^```python\n(.*?)^```$/ms.exec(text) ?? [];
    const file = join(temporaryFolder('proof'), 'proof.json');
    const judged = (balances: ReturnType<typeof inWords>, given: ReserveProof): string => {
      const write = (_key: string, value: unknown) => (typeof value === 'bigint' ? toDecimalString(value) : value);
      writeFileSync(file, JSON.stringify({ memberId: id, balances, reserveProof: given }, write));
      return execFileSync('python3', ['-c', program, file], { encoding: 'utf8' });
    };
    const all = fc.sample(members, { numRuns: 1, seed: 5 })[0] ?? [];
    const { id, sums: has } = memberAt(all, 0);
    const proof = proofOf(all, 0);
    const [JU, JUF, USDT] = (['JU', 'JUF', 'USDT'] as const).map((token) => all.reduce((sum, each) => sum + each.sums[token], 0n));
    expect(judged(inWords(has), proof)).toBe(`holds {'JU': ${JU}, 'JUF': ${JUF}, 'USDT': ${USDT}}\n`);
    expect(judged(inWords({ ...has, JU: has.JU + 1n }), proof)).toMatch(/^does not hold/);
  });

  it('doesn’t hold for any other balance, member, day, salt, root or path', () => {
    const other = salt.filter((each) => !/^0x0+$/.test(each));
    fc.assert(
      fc.property(
        membersAndOne,
        fc.constantFrom('JU', 'JUF', 'USDT'),
        fc.bigInt(1n, 10n ** 40n),
        other,
        fc.uuid(),
        fc.nat(),
        ([all, at], token, more, bytes, stranger, n) => {
          const { id, sums: has } = memberAt(all, at);
          const proof = proofOf(all, at);
          const holds = (changed: Partial<ReserveProof>, who = id, balances = has) =>
            verifyReserveProof({ ...proof, ...changed }, who, inAmounts(balances)).holds;
          expect(holds({})).toBe(true);
          expect(holds({}, id, { ...has, [token]: has[token] + more })).toBe(false);
          if (stranger !== id) expect(holds({}, stranger)).toBe(false);
          expect(holds({ date: '2026-11-21' })).toBe(false);
          if (bytes !== proof.salt) expect(holds({ salt: bytes })).toBe(false);
          if (bytes !== proof.root) expect(holds({ root: bytes })).toBe(false);
          const step = proof.path[n % Math.max(1, proof.path.length)];
          if (step === undefined) return;
          const replaced = (by: ReserveProof['path']) => proof.path.flatMap((each) => (each === step ? by : [each]));
          expect(holds({ path: replaced([]) })).toBe(false);
          expect(holds({ path: replaced([step, step]) })).toBe(false);
          expect(holds({ path: replaced([{ ...step, hash: bytes }]) })).toBe(step.hash === bytes);
          expect(holds({ path: replaced([{ ...step, side: step.side === 'LEFT' ? 'RIGHT' : 'LEFT' }]) })).toBe(false);
          // If one of them has less, the other must have more.
          const shifted = { ...step.sums, JU: more };
          expect(holds({ path: replaced([{ ...step, sums: shifted }]) })).toBe(shifted.JU === step.sums.JU);
        },
      ),
    );
  });

  it('doesn’t hold if balances were shifted to a neighbour, even with the same total', () => {
    fc.assert(
      fc.property(fc.uniqueArray(member, { minLength: 2, maxLength: 9, selector: ({ id }) => id }), (all) => {
        const { id, sums: has } = memberAt(all, 0);
        fc.pre(has.JU > 0n);
        const lied = all.map((each, index) => {
          if (index > 1) return each;
          return { ...each, sums: { ...each.sums, JU: index === 0 ? 0n : each.sums.JU + has.JU } };
        });
        expect(treeOf(lied).top.sums).toEqual(treeOf(all).top.sums);
        expect(verifyReserveProof(proofOf(lied, 0), id, inAmounts(has)).holds).toBe(false);
      }),
    );
  });

  it('is refused with a negative, fractional or too large sum', () => {
    const all = [0, 1].map((n): Member => ({
      id: `00000000-0000-7000-8000-00000000000${n}`,
      salt: `0x${'11'.repeat(32)}`,
      sums: { JU: 5n, JUF: 0n, USDT: 0n },
    }));
    const proof = proofOf(all, 0);
    const [step] = proof.path;
    if (step === undefined) throw new Error('no step');
    const { id, sums: has } = memberAt(all, 0);
    for (const JU of ['-0.000000000000000005', '1e3', '0.0000000000000000001', '', ' 1', '9'.repeat(61), 'NaN', '0x5']) {
      const written = { ...proof, path: [{ ...step, sums: { ...inWords(step.sums), JU } }] };
      expect(reserveProof.safeParse(written).success, JU).toBe(false);
    }
    for (const sums of [
      { ...step.sums, JU: -5n },
      { ...step.sums, JU: 10n ** 78n },
      { ...step.sums, USDT: 1n },
    ]) {
      expect(verifyReserveProof({ ...proof, path: [{ ...step, sums }] }, id, inAmounts(has)).holds).toBe(false);
    }
    expect(verifyReserveProof({ ...proof, path: Array.from({ length: 65 }, () => step) }, id, inAmounts(has)).holds).toBe(false);
    const negative = { ...has, USDT: -1n };
    expect(() => hashLeaf(proof.salt, id, negative)).toThrow();
    const most = hashLeaf(proof.salt, id, { ...has, JU: 2n ** 256n - 1n });
    expect(() => joinNodes(most, hashLeaf(proof.salt, id, { JU: 1n, JUF: 0n, USDT: 0n }))).toThrow();
    expect(() => hashLeaf('0x11', id, has)).toThrow('32 bytes');
    expect(() => hashLeaf(proof.salt, id.toUpperCase().replace('8', 'A'), has)).toThrow('UUID');
  });
});

describe('the hashes', () => {
  it('match the documentation byte by byte', () => {
    const word = (value: bigint) => numberToHex(value, { size: 32 });
    const [one, two] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`] as const;
    const left = hashLeaf(one, '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b', { JU: 1n, JUF: 2n, USDT: 3n });
    expect(left.hash).toBe(sha256(concatHex(['0x00', one, '0x01a1fd557a8076a992d81a67dcc3e79b', word(1n), word(2n), word(3n)])));
    const right = hashLeaf(two, '01a1fd55-7a80-76a9-92d8-1a67dcc3e79c', { JU: 10n, JUF: 20n, USDT: 30n });
    const node = joinNodes(left, right);
    expect(node).toEqual({
      hash: sha256(concatHex(['0x01', left.hash, word(1n), word(2n), word(3n), right.hash, word(10n), word(20n), word(30n)])),
      sums: { JU: 11n, JUF: 22n, USDT: 33n },
    });
    expect(hashRoot(DATE, node)).toBe(sha256(concatHex(['0x02', stringToHex(DATE), word(11n), word(22n), word(33n), node.hash])));
  });

  it('of a leaf, a node and a root never have the same input, so none passes for another', () => {
    // Their lengths already differ: 145, 257 and 139 bytes; the first byte distinguishes them again.
    fc.assert(
      fc.property(membersAndOne, ([all, at]) => {
        const { levels, top } = treeOf(all);
        fc.pre(levels.length > 2);
        const { path, ...proof } = proofOf(all, at);
        // Someone who knows an inner node and its path, but no leaf.
        const { id, sums: has } = memberAt(all, at);
        expect(verifyReserveProof({ ...proof, path: path.slice(1) }, id, inAmounts(has)).holds).toBe(false);
        expect(verifyReserveProof({ ...proof, root: top.hash, path }, id, inAmounts(has)).holds).toBe(false);
      }),
    );
  });
});
