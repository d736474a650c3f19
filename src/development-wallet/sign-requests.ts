import { definePart } from '../lib/visit/define-part.ts';
import { isHex } from '../lib/chain/is-hex.ts';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';
import { callNode } from './chain-node.ts';
import { permittedAccount } from './connect-requests.ts';
import { planTransaction } from './plan-transaction.ts';
import { rpcCodes, RpcError } from './rpc-error.ts';
import { readTypedData } from './typed-data.ts';
import type { WalletContext } from './wallet-context.ts';
import { chainOf } from './wallet-state.ts';

type Params = readonly unknown[];

const signerPart = definePart(() => import('./signer.ts'));

/** `personal_sign` takes the message, then the address. The cryptography is loaded while the user reads. */
export async function signText(context: WalletContext, [message, named]: Params): Promise<Hex> {
  const address = permittedAccount(context, named);
  if (typeof message !== 'string') throw new RpcError(rpcCodes.invalidParams, 'no message given');
  const raw = isHex(message) ? message : undefined;
  void signerPart.whenLoaded({ isAhead: true });
  await context.approvals.request({ kind: 'SIGN_TEXT', address, text: raw ? textOf(raw) : message });
  const { signerOf } = await signerPart.load();
  return await signerOf(address).signMessage({ message: raw ? { raw } : message });
}

/** `eth_signTypedData_v4` takes the address, then the data. */
export async function signTypedData(context: WalletContext, [named, given]: Params): Promise<Hex> {
  const address = permittedAccount(context, named);
  const data = readTypedData(given, context.store.get().chainId);
  void signerPart.whenLoaded({ isAhead: true });
  await context.approvals.request({ kind: 'SIGN_TYPED_DATA', address, data });
  const { signerOf } = await signerPart.load();
  return await signerOf(address).signTypedData(data);
}

export async function sendTransaction(context: WalletContext, [given]: Params): Promise<unknown> {
  const from = permittedAccount(context, typeof given === 'object' && given !== null && 'from' in given ? given.from : undefined);
  const rpcUrl = context.node.rpcUrl();
  const { chainId } = context.store.get();
  const plan = await planTransaction(given, from, rpcUrl);
  void signerPart.whenLoaded({ isAhead: true });
  await context.approvals.request({ kind: 'SEND', plan, symbol: chainOf(context.store.get())?.symbol ?? '' });
  const nonce = plan.nonce ?? Number(await callNode(rpcUrl, 'eth_getTransactionCount', [from, 'pending']));
  const { signerOf } = await signerPart.load();
  const { to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } = plan;
  const signed = await signerOf(from).signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    value,
    data,
    ...(to ? { to } : {}),
  });
  return await callNode(rpcUrl, 'eth_sendRawTransaction', [signed]);
}

/** The text if the bytes are UTF-8, otherwise the hex unchanged. */
function textOf(raw: Hex): string {
  const bytes = Uint8Array.from(raw.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return raw;
  }
}
