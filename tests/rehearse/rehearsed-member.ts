import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { bytesToHex, hashTypedData } from 'viem';
import { z } from 'zod';
import { developmentAccount } from '../../chain/role-accounts.ts';
import { composeTransferIntent, intentDomain } from '../../src/lib/api/contract/transfer-intent.ts';

export interface RehearsedMember {
  account: ReturnType<typeof developmentAccount>;
  id: string;
  /** Makes a call as the app does, through TLS; throws what a refusal says. */
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
  balance: (token: string) => Promise<number>;
  /** Pays out to the member's own address on the chain; returns the payout's id. */
  payOut: (token: string, amount: string) => Promise<string>;
}

export interface Site {
  url: string;
  /** The proxy's address. */
  port: number;
  certificate: string;
}

/** The account that the documents name: 0x70997970…, of which everybody has the key. */
const ACCOUNT = 1;
const answered = z.object({ data: z.unknown() });
const wallets = z.object({ walletList: z.array(z.object({ walletType: z.string(), balance: z.string() })) });

export async function signInRehearsed(site: Site): Promise<RehearsedMember> {
  const account = developmentAccount(ACCOUNT);
  const nobody = callerOf(site, {});
  const { message } = z.object({ message: z.string() }).parse(await nobody('GET', `/account/nonce?address=${account.address}`));
  const proof = { address: account.address, message, signature: await account.signMessage({ message }) };
  const { token, userInfo } = z
    .object({ token: z.string(), userInfo: z.object({ id: z.string() }) })
    .parse(await nobody('POST', '/account/authenticate/walletAddress', proof));
  const call = callerOf(site, { authorization: `Bearer ${token}` });
  return {
    account,
    id: userInfo.id,
    call,
    balance: async (token) => {
      const { walletList } = wallets.parse(await call('GET', '/wallet/overview'));
      return Number(walletList.find(({ walletType }) => walletType === token)?.balance ?? 'NaN');
    },
    payOut: async (walletType, amount) => {
      const fields = { destination: 'CHAIN' as const, walletType, amount, maxFee: '5', nonce: bytesToHex(randomBytes(32)) };
      const deadline = Math.floor(Date.now() / 1_000) + 500;
      const intent = {
        ...fields,
        deadline,
        from: account.address,
        recipientId: userInfo.id,
        recipientAddress: account.address,
        remark: undefined,
      };
      const signature = await account.sign({ hash: hashTypedData(composeTransferIntent(intentDomain(site.url, 210_000), intent)) });
      const answer = await call('POST', '/wallet/transfer', { ...fields, to: account.address, deadline, signature });
      return z.object({ transaction: z.object({ id: z.string() }) }).parse(answer).transaction.id;
    },
  };
}

function callerOf({ url, port, certificate }: Site, own: Record<string, string>): RehearsedMember['call'] {
  const { hostname } = new URL(url);
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', host: hostname, 'idempotency-key': randomUUID(), ...own };
      const sent = request(
        { host: '127.0.0.1', port, servername: hostname, ca: certificate, method, path: `/api${path}`, headers },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => void pieces.push(piece));
          response.on('end', () => {
            const text = Buffer.concat(pieces).toString();
            if (response.statusCode === 200) resolve(answered.parse(JSON.parse(text)).data);
            else reject(new Error(`${method} ${path} was answered with ${response.statusCode ?? 0}: ${text.slice(0, 300)}`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
