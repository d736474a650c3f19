import { inject } from 'vitest';
import type { Approval, Approvals } from '../../src/development-wallet/approvals.ts';
import { createWallet, type Wallet } from '../../src/development-wallet/create-wallet.ts';
import type { WalletStore } from '../../src/development-wallet/wallet-state.ts';

export interface WalletInTest extends Wallet {
  approvals: Approvals;
  store: WalletStore;
  events: [event: string, payload: unknown][];
  /** How often the window was shown. */
  shown: () => number;
  /** Resolves to the next question. */
  asked: () => Promise<Approval>;
  /** Sends a request and answers its questions in order. */
  decide: (method: string, params: readonly unknown[], ...decisions: readonly ('approve' | 'decline')[]) => Promise<unknown>;
  call: (method: string, ...params: readonly unknown[]) => Promise<unknown>;
}

/** The wallet on the run's chain, with decisions instead of its window. */
export function walletInTest(rpcUrl = inject('chainUrl')): WalletInTest {
  const events: WalletInTest['events'] = [];
  let parts: { store: WalletStore; approvals: Approvals } | undefined;
  let shown = 0;
  let heard = Promise.withResolvers<undefined>();
  const wallet = createWallet(
    (event, payload) => events.push([event, payload]),
    { rpcUrl },
    (given) => {
      parts = given;
      return {
        show: () => {
          shown++;
          heard.resolve(undefined);
          heard = Promise.withResolvers();
        },
      };
    },
  );
  if (!parts) throw new Error('the wallet opened no window');
  const { store, approvals } = parts;
  const asked = async (): Promise<Approval> => {
    for (;;) {
      const approval = approvals.current();
      if (approval) return approval;
      await heard.promise;
    }
  };
  const call = (method: string, ...params: readonly unknown[]): Promise<unknown> => wallet.request({ method, params });
  return {
    ...wallet,
    approvals,
    store,
    events,
    shown: () => shown,
    asked,
    call,
    decide: async (method, params, ...decisions) => {
      const answer = call(method, ...params);
      // Otherwise a refusal before the decision would be an unhandled rejection.
      answer.catch(() => undefined);
      for (const decision of decisions) {
        await Promise.race([asked(), answer]);
        approvals[decision]();
      }
      return await answer;
    },
  };
}
