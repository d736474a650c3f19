import type { Address } from '../lib/chain/wallets/eip1193.ts';
import { rpcCodes, RpcError } from './rpc-error.ts';
import type { TransactionPlan } from './plan-transaction.ts';
import type { TypedData } from './typed-data.ts';
import type { WalletChain } from './wallet-state.ts';

/** A question for the user. */
export type Approval =
  | { kind: 'UNLOCK' }
  | { kind: 'CONNECT' }
  | { kind: 'SIGN_TEXT'; address: Address; text: string }
  | { kind: 'SIGN_TYPED_DATA'; address: Address; data: TypedData }
  | { kind: 'SEND'; plan: TransactionPlan; symbol: string }
  | { kind: 'SWITCH_CHAIN'; from: WalletChain; to: WalletChain }
  | { kind: 'ADD_CHAIN'; chain: WalletChain; explorerUrl: string | undefined }
  | { kind: 'WATCH_ASSET'; token: Address; symbol: string };

export interface Approvals {
  /** Resolves when the user approves; declining rejects with 4001. Questions are asked one at a time. */
  request(approval: Approval): Promise<void>;
  current(): Approval | undefined;
  isAsking(...kinds: readonly Approval['kind'][]): boolean;
  approve: () => void;
  decline: () => void;
}

export function createApprovals(onChange: () => void): Approvals {
  const waiting: { approval: Approval; settle: (isApproved: boolean) => void }[] = [];
  const decide = (isApproved: boolean): void => {
    waiting.shift()?.settle(isApproved);
    onChange();
  };
  return {
    request: async (approval) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.push({ approval, settle: resolve });
      onChange();
      if (!(await promise)) throw new RpcError(rpcCodes.userRejected, 'declined in the wallet');
    },
    current: () => waiting[0]?.approval,
    isAsking: (...kinds) => waiting.some(({ approval }) => kinds.includes(approval.kind)),
    approve: () => decide(true),
    decline: () => decide(false),
  };
}
