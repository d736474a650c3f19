/** Away from the defaults, so that the tests run beside a started JuFi. */
export const e2ePorts = { site: 4391, chain: 8591 } as const;

export const siteOrigin = `http://127.0.0.1:${e2ePorts.site}`;

/** What the tests run on; made anew for each run. */
export const e2eDataFolder = '.data/e2e';
