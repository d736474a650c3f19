/** What is signed of a transfer in words; amounts exactly as sent in the call. Apart from the intent, so that a review loads no library for hashes. */
export interface InWords {
  destination: 'MEMBER' | 'CHAIN';
  walletType: string;
  amount: string;
  maxFee: string;
}

/** The fields in words. Each says all that the call says, and nothing can be moved from one value to the next: a decimal, then a token's code. */
export function wordsOfTransfer({ destination, walletType, amount, maxFee }: InWords) {
  const act = destination === 'CHAIN' ? 'Pay out' : 'Send';
  const whose = destination === 'CHAIN' ? 'my own address' : 'a member';
  return { transfer: `${act} ${amount} ${walletType} to ${whose}`, fee: `At most ${maxFee} ${walletType}` };
}
