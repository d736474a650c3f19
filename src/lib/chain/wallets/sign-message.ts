import type { Address, Eip1193Provider, Hex } from './eip1193.ts';
import { WalletError, walletResult, type WalletResult } from './wallet-error.ts';
import { whilePrompting } from './while-prompting.ts';

/** Has the wallet sign a text (`personal_sign`, EIP-191 version 0x45). */
export function signMessage(provider: Eip1193Provider, address: Address, message: string): Promise<WalletResult<Hex>> {
  return walletResult(async () => {
    // The message comes first here, unlike in eth_sign, and as hex: wallets that take plain text differ in how they read a leading 0x.
    const signature = await whilePrompting(() => provider.request({ method: 'personal_sign', params: [utf8Hex(message), address] }));
    if (!isHex(signature)) throw new WalletError('OTHER', signature);
    return signature;
  });
}

function utf8Hex(text: string): Hex {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'));
  return `0x${bytes.join('')}`;
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value);
}
