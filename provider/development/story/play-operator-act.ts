import type { Transaction } from '../../db/database.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { issueActivationCodes } from '../../modules/codes/issue-activation-codes.ts';
import { bringIn } from './bring-in.ts';
import type { OperatorAct } from './scene.ts';
import type { Stage } from './stage.ts';

const DAY_MS = 86_400_000;

export async function playOperatorAct({ transaction, services, now }: Stage, act: OperatorAct): Promise<void> {
  if (act.do === 'FUND_POOL') return fundPool(transaction, act, now);
  const { count, reward, days } = act;
  await issueActivationCodes(transaction, services.economy, { count, reward, now, expiresAt: new Date(now.getTime() + days * DAY_MS) });
}

async function fundPool(transaction: Transaction, { pool, amount }: OperatorAct & { do: 'FUND_POOL' }, now: Date): Promise<void> {
  const [token, name] = pool === 'REWARD_POOL_FREE' ? (['JUF', 'reward'] as const) : (['USDT', 'insurance'] as const);
  await bringIn(transaction, { to: pooledAccount(pool), token, amount, kind: 'ADJUSTMENT', remark: `funding of the ${name} pool`, now });
}
