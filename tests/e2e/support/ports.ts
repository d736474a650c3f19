/** Away from the defaults, so that the tests run beside a started JuFi. */
export const e2ePorts = { site: 4391, chain: 8591 } as const;
