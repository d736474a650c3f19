import type { APIRoute } from 'astro';
import { dropInvisible } from '../../lib/identifier.ts';
import { languageOf, type LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath, staticLocales } from '../../lib/i18n/locale-path.ts';
import { translator } from '../../lib/i18n/translator.ts';

export const prerender = true;
export const getStaticPaths = staticLocales;

const COLOUR = '#14110e';
const png = (name: string, size: number) => ({ src: `/${name}.png`, sizes: `${size}x${size}`, type: 'image/png' });

/** What a device shows of JuFi once it's installed, in the language of the page that it was installed from. */
export const GET: APIRoute<{ language: LanguageCode }> = ({ props: { language } }) => {
  const t = translator(language, 'common');
  const { tag, direction } = languageOf(language);
  const manifest = {
    // One app in all languages: another page's manifest renames it, and installs no second one.
    id: '/',
    name: t('siteName'),
    short_name: t('siteName'),
    description: dropInvisible(translator(language, 'search')('app.description')),
    lang: tag,
    dir: direction,
    categories: ['finance'],
    start_url: localePath(language, '/'),
    scope: '/',
    display: 'minimal-ui',
    background_color: COLOUR,
    theme_color: COLOUR,
    icons: [
      { ...png('icon-192', 192), purpose: 'any' },
      { ...png('icon-512', 512), purpose: 'any' },
      { ...png('icon-maskable', 512), purpose: 'maskable' },
    ],
    shortcuts: (['wallet', 'announcements'] as const).map((page) => ({
      name: t(`navigation.${page}`),
      url: localePath(language, `/${page}`),
      icons: [png('icon-192', 192)],
    })),
  };
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
};
