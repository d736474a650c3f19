import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Address, bytesToHex, hashTypedData } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { composeTransferIntent, intentDomain, type TransferIntent } from '../../../src/lib/api/contract/transfer-intent.ts';

export interface Acknowledged {
  from: string;
  to: string;
  amount: bigint;
  fee: bigint;
  key: string;
  body: string;
  /** The response's exact data. */
  answer: string;
  transactionId: string;
}

export interface PayingMember {
  id: string;
  address: Address;
  /** Makes transfers until stopped; repeats a transfer without a response with its key until it gets one. */
  payUntil: (
    stopped: () => boolean,
    pickRecipient: () => Named,
    acknowledge: (transfer: Acknowledged) => void,
    pauseMs?: number,
  ) => Promise<void>;
  /** Repeats an acknowledged transfer. */
  repeat: (transfer: Acknowledged) => Promise<string>;
  /** How many of its transfers got no answer, or one that says to try again. */
  interruptions: () => number;
}

export interface Named {
  id: string;
  address: Address;
}

export const AMOUNT = { text: '2.5', baseUnits: 2_500_000n, fee: 2_500n };

const transferAnswer = z.object({ data: z.object({ transaction: z.object({ id: z.string() }) }) });
const signInAnswer = z.object({ data: z.object({ token: z.string(), userInfo: z.object({ id: z.string() }) }) });
const nonceAnswer = z.object({ data: z.object({ message: z.string() }) });

type Method = 'GET' | 'POST';
type Ask = (
  method: Method,
  path: string,
  given: { headers: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>;

/** With a function for `url`, each call goes where it says. */
function askAt(url: string | (() => string)): Ask {
  return async (method, path, given) => {
    const to = typeof url === 'string' ? url : url();
    const response = await fetch(`${to}${path}`, { method, ...given, signal: AbortSignal.timeout(20_000) });
    return { status: response.status, text: await response.text() };
  };
}

/** A member with a wallet and a session, who uses HTTP like the app, or what is given instead. */
export async function signInMember(via: string | (() => string) | { ask: Ask }, siteUrl: string): Promise<PayingMember> {
  const account = privateKeyToAccount(generatePrivateKey());
  const { address } = account;
  const { ask } = typeof via === 'object' ? via : { ask: askAt(via) };
  const call = async (method: Method, path: string, body?: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const given = { headers: { 'content-type': 'application/json', ...headers }, ...(body === undefined ? {} : { body }) };
    const { status, text } = await ask(method, `/api${path}`, given);
    const answer: unknown = JSON.parse(text);
    if (status >= 500 || status === 429) throw new Interrupted(`${status}`);
    if (status !== 200) throw new Error(`${path} was refused with ${status}: ${text}`);
    return answer;
  };
  const { message } = nonceAnswer.parse(await call('GET', `/account/nonce?address=${address}`)).data;
  const proof = JSON.stringify({ address, message, signature: await account.signMessage({ message }) });
  const { token, userInfo } = signInAnswer.parse(await call('POST', '/account/authenticate/walletAddress', proof)).data;
  const domain = intentDomain(siteUrl, 210_000);

  let interruptions = 0;
  const compose = async (to: Named): Promise<string> => {
    const nonce = bytesToHex(randomBytes(32));
    const fields = { destination: 'MEMBER' as const, walletType: 'USDT', amount: AMOUNT.text, maxFee: '1', nonce };
    const deadline = Math.floor(Date.now() / 1_000) + 500;
    const intent: TransferIntent = {
      ...fields,
      deadline,
      from: address,
      recipientId: to.id,
      recipientAddress: to.address,
      remark: undefined,
    };
    const signature = await account.sign({ hash: hashTypedData(composeTransferIntent(domain, intent)) });
    return JSON.stringify({ ...fields, to: to.address, deadline, signature });
  };
  const send = async (key: string, body: string): Promise<string> =>
    JSON.stringify(
      await call('POST', '/wallet/transfer', body, { authorization: `Bearer ${token}`, 'idempotency-key': key }).then(withoutRequest),
    );
  const sendUntilAnswered = async (key: string, body: string): Promise<string> => {
    for (;;) {
      try {
        return await send(key, body);
      } catch (error) {
        if (!isInterruption(error)) throw error;
        interruptions += 1;
        await pause(20);
      }
    }
  };
  return {
    id: userInfo.id,
    address,
    payUntil: async (stopped, pickRecipient, acknowledge, pauseMs = 0) => {
      while (!stopped()) {
        const to = pickRecipient();
        const [key, body] = [randomUUID(), await compose(to)];
        const answer = await sendUntilAnswered(key, body);
        const transactionId = transferAnswer.parse(JSON.parse(answer)).data.transaction.id;
        acknowledge({ from: userInfo.id, to: to.id, amount: AMOUNT.baseUnits, fee: AMOUNT.fee, key, body, answer, transactionId });
        if (pauseMs > 0) await pause(pauseMs);
      }
    },
    repeat: ({ key, body }) => sendUntilAnswered(key, body),
    interruptions: () => interruptions,
  };
}

/** No response, or one that says to try again: the request's outcome is unknown. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** fetch reports a refused or broken connection as a TypeError, a truncated body as that or a SyntaxError. */
function isInterruption(error: unknown): boolean {
  if (error instanceof Interrupted || error instanceof TypeError || error instanceof SyntaxError) return true;
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Everything but the request id is the same each time. */
function withoutRequest(answer: unknown): unknown {
  return { data: z.looseObject({ data: z.unknown() }).parse(answer).data };
}
