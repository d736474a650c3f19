import type { LanguageCode } from './i18n/languages.ts';

/** JSON for a script element: only `<` could end the element early. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** schema.org's Organization and WebSite, for the landing page. */
export function siteData({ site, name, description, tag }: { site: string; name: string; description: string; tag: string }): string {
  const organization = {
    '@type': 'Organization',
    '@id': `${site}#organization`,
    name,
    url: site,
    logo: new URL('/icon-512.png', site).href,
  };
  const webSite = {
    '@type': 'WebSite',
    '@id': `${site}#website`,
    name,
    description,
    url: site,
    inLanguage: tag,
    publisher: { '@id': organization['@id'] },
  };
  return scriptJson({ '@context': 'https://schema.org', '@graph': [organization, webSite] });
}

/** schema.org's BreadcrumbList: the way from the start to a page, with whole addresses. */
export function breadcrumbs(steps: readonly { name: string; url: string }[]): string {
  return scriptJson({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
  });
}

/** The address of the picture that other sites show with a link to a page. The server draws it from the page's own metadata. */
export function cardPath(language: LanguageCode, path: string): string {
  return `/cards/${language}${path === '/' ? '/home' : path}.png`;
}
