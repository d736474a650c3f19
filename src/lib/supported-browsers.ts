import packageFile from '../../package.json' with { type: 'json' };

/** The oldest versions that people can sign in with, by their names in Browserslist. */
export const supportedBrowsers: ReadonlyMap<string, string> = new Map(
  packageFile.browserslist.map((query) => {
    const [name = '', version = ''] = query.split(' >= ');
    return [name, version] as const;
  }),
);

/** The same as targets of the build. */
export const buildTargets = ['Chrome', 'Firefox', 'Safari', 'iOS'].map(
  (name) => `${name.toLowerCase()}${supportedBrowsers.get(name) ?? ''}`,
);
