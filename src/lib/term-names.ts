/** Words that a newcomer cannot know, in the order in which they are explained: `terms.NAME` and `terms.NAMEText` of `info.json`. */
export const termNames = ['ju', 'juf', 'usdt', 'juPower', 'turbo', 'vesting', 'vault', 'slippage', 'impact'] as const;

export type TermName = (typeof termNames)[number];
