import { readFile } from 'node:fs/promises';
import { TOKENS } from '../ledger/account.ts';
import { amount, id } from '../../src/lib/api/contract/scalars.ts';
import { reserveProof } from '../../src/lib/api/contract/wallet.ts';
import { z } from '../../src/lib/api/contract/zod.ts';
import { verifyReserveProof } from '../../src/lib/reserves/sum-tree.ts';
import { inTokens } from '../token-amounts.ts';
import type { Command } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';

const fileSchema = z.object({ memberId: id, balances: z.object({ JU: amount, JUF: amount, USDT: amount }), reserveProof });

export const verifyProofCommand: Command = {
  name: 'verify-proof',
  operands: ['<file>'],
  isOffline: true,
  what: 'verifies that a member’s balances are included in a published root, without database or chain. The file: {"memberId", "balances": {"JU", "JUF", "USDT"}, "reserveProof"}',
  runApart: async ({ operands: [path = ''] }) => {
    const { memberId, balances, reserveProof: proof } = await readProofFile(path);
    const verdict = verifyReserveProof(proof, memberId, balances);
    if (!verdict.holds) {
      console.error('The proof is wrong: that root doesn’t include these balances of this member.');
      process.exitCode = 1;
      return;
    }
    const total = TOKENS.map((token) => `${inTokens(verdict.total[token], token)} ${token}`).join(', ');
    console.log(`The proof is right: at the end of ${proof.date} (UTC) these balances were part of ${total}.`);
    console.log(`Compare the root and the total with the published ones: ${proof.root}`);
  },
};

async function readProofFile(path: string): Promise<z.infer<typeof fileSchema>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new OperatorMistake(`${path} cannot be read.`, { cause });
  });
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorMistake(
      `${path} must hold {"memberId", "balances": {"JU", "JUF", "USDT"}, "reserveProof"} as the provider answers them.`,
      {
        cause,
      },
    );
  }
}
