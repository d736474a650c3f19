import { randomUUID } from 'node:crypto';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import { walletTransfer, walletTransferTerms } from '../../../src/lib/api/contract/transfer.ts';
import { composeTransferIntent, intentDomain } from '../../../src/lib/api/contract/transfer-intent.ts';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import type { WalletType } from '../../../src/stores/wallet.ts';
import { signInByApi, type ApiMember } from './api-member.ts';
import { siteOrigin } from './ports.ts';

/** The development wallet's fourth account: no test counts its USDT. */
const PAYER = developmentAccount(3);

/** Gives a member funds by a transfer from another, signed as a wallet would. */
export async function payMember({ user }: ApiMember, walletType: WalletType, amount: string): Promise<void> {
  const { api } = await signInByApi(PAYER);
  const { recipient, intent } = await api.call(walletTransferTerms, { walletType, destination: 'MEMBER', to: user.uid });
  if (!recipient) throw new Error(`The provider does not know ${user.uid}.`);
  const order = { destination: 'MEMBER', walletType, amount, maxFee: '10', nonce: intent.nonce } as const;
  const deadline = Math.floor(Date.now() / 1_000) + 60;
  const typed = composeTransferIntent(intentDomain(siteOrigin, productChain.id), {
    ...order,
    from: PAYER.address,
    recipientId: recipient.id,
    recipientAddress: recipient.address,
    remark: undefined,
    deadline,
  });
  const signature = await PAYER.signTypedData(typed);
  await api.call(walletTransfer, { ...order, to: user.uid, deadline, signature }, { idempotencyKey: randomUUID() });
}
