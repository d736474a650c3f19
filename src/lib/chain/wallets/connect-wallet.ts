import type { Address, Eip1193Provider } from './eip1193.ts';
import { readAccounts } from './read-answer.ts';
import { WalletError, walletResult, type WalletResult } from './wallet-error.ts';
import { whilePrompting } from './while-prompting.ts';

/** Asks the wallet for the account to use (`eth_requestAccounts`, EIP-1102); the wallet prompts unless it is connected already. */
export function connectWallet(provider: Eip1193Provider): Promise<WalletResult<Address>> {
  return walletResult(async () => {
    const answer = await whilePrompting(() => provider.request({ method: 'eth_requestAccounts' }));
    const [address] = readAccounts(answer);
    // A wallet that answers without an account was closed or left locked.
    if (!address) throw new WalletError('USER_REJECTED', answer);
    return address;
  });
}
