import { z } from 'zod';
import { hashMessage } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';

import { createHttpClient } from '../http-client.ts';
import { sign } from '../prepare-transfers.ts';
import type { Attack } from './attack.ts';

const ADDRESSES = 200;
const challengeAnswer = z.object({ data: z.object({ message: z.string() }) });

/**
 * New members from two hundred networks, each address signing up one wallet after the other as fast as it is answered, with sound signatures: what
 * somebody can do who has addresses, and keys, which cost nothing.
 */
export const signInFlood: Attack['run'] = async ({ port, signal, note }) => {
  await Promise.all(
    Array.from({ length: ADDRESSES }, async (_, number) => {
      const { request, close } = createHttpClient(port, `127.${10 + Math.floor(number / 100)}.${number % 100}.1`);
      const joins = async (): Promise<string> => {
        const key = generatePrivateKey();
        const address = privateKeyToAddress(key);
        const challenge = await request('GET', `/api/account/nonce?address=${address}`, {});
        if (challenge.status !== 200) return `nonce ${challenge.status}`;
        const { message } = challengeAnswer.parse(JSON.parse(challenge.text)).data;
        const body = JSON.stringify({ address, message, signature: sign(hashMessage(message), key) });
        const answer = await request('POST', '/api/account/authenticate/walletAddress', { 'content-type': 'application/json' }, body);
        return String(answer.status);
      };
      const stop = (): void => close();
      signal.addEventListener('abort', stop, { once: true });
      while (!signal.aborted) note(await joins().catch(() => 'closed'));
    }),
  );
};
