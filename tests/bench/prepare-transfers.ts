import { randomBytes, randomUUID } from 'node:crypto';

import { signRecoverable } from 'tiny-secp256k1';
import { bytesToHex, concatHex, type Hex, hashTypedData, hexToBytes, numberToHex, recoverAddress } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';

import type { Database } from '../../provider/db/database.ts';
import { inTransaction } from '../../provider/db/in-transaction.ts';
import { memberAccount } from '../../provider/ledger/account.ts';
import { findOrCreateMember } from '../../provider/modules/account/member.ts';
import type { Member } from '../../provider/modules/account/schema.ts';
import { beginSession } from '../../provider/modules/account/sessions.ts';
import { composeTransferIntent, intentDomain } from '../../src/lib/api/contract/transfer-intent.ts';
import { payOutOfNothing } from './fill-accounts.ts';

export interface Sender {
  member: Member;
  token: string;
  privateKey: Hex;
}

export interface SignedTransfer {
  token: string;
  key: string;
  body: string;
}

/** Members with a session and 1,000,000 USDT each. */
export async function prepareSenders(db: Database, count: number): Promise<Sender[]> {
  const now = new Date();
  const senders: Sender[] = [];
  for (let made = 0; made < count; made += 1) {
    const privateKey = generatePrivateKey();
    const address = privateKeyToAddress(privateKey);
    senders.push(
      await inTransaction(db, async (tx) => {
        const { member } = await findOrCreateMember(tx, { address, language: 'en', now });
        const { token } = await beginSession(tx, now, member.id, 'WALLET');
        return { member, token, privateKey };
      }),
    );
  }
  await payOutOfNothing(
    db,
    senders.map(({ member }) => memberAccount('AVAILABLE', member.id)),
    1_000_000_000_000n,
  );
  return senders;
}

/** Signed beforehand, so that the provider is measured and not a wallet. */
export async function signTransfers(senders: readonly Sender[], count: number, siteUrl: string): Promise<SignedTransfer[]> {
  const domain = intentDomain(siteUrl, 210_000);
  const deadline = Math.floor(Date.now() / 1_000) + 590;
  const transfers = Array.from({ length: count }, (_, index): SignedTransfer => {
    const from = pick(senders, index);
    const to = pick(senders, index + 1 + Math.floor(Math.random() * (senders.length - 1)));
    const nonce = bytesToHex(randomBytes(32));
    const terms = { destination: 'MEMBER' as const, walletType: 'USDT', amount: '1.5', maxFee: '0.01', nonce, deadline };
    const recipient = { recipientId: to.member.id, recipientAddress: to.member.address };
    const intent = { ...terms, ...recipient, from: from.member.address, remark: undefined };
    const signature = sign(hashTypedData(composeTransferIntent(domain, intent)), from.privateKey);
    return { token: from.token, key: randomUUID(), body: JSON.stringify({ ...terms, to: to.member.uid, signature }) };
  });
  await requireSound(pick(senders, 0));
  return transfers;
}

export function pick(senders: readonly Sender[], index: number): Sender {
  const sender = senders[index % senders.length];
  if (sender === undefined) throw new Error('nobody sends');
  return sender;
}

export function sign(hash: Hex, privateKey: Hex): Hex {
  const { signature, recoveryId } = signRecoverable(hexToBytes(hash), hexToBytes(privateKey));
  return concatHex([bytesToHex(signature), numberToHex(27 + recoveryId, { size: 1 })]);
}

/** Verifies that the fast signatures equal a wallet's. */
async function requireSound({ privateKey, member }: Sender): Promise<void> {
  const hash = bytesToHex(randomBytes(32));
  if ((await recoverAddress({ hash, signature: sign(hash, privateKey) })) !== member.address) throw new Error('signed wrongly');
}
