/** How many characters a username has, counted in NFKC, the form it is stored in. */
export const usernameLength = { min: 3, max: 20 } as const;
