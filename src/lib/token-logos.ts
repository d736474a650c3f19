import type { SwapSymbol } from './swap/swap-token.ts';

interface Logo {
  /** The disc's class. */
  tone: 'jade' | 'ink' | 'usdt';
  /** In a 32 px square, filled. */
  path: string;
}

/**
 * USDT's sign is from the package cryptocurrency-icons 0.18.1, in the public domain (CC0 1.0). JUF, JU and WJU are JuFi's own; a wrapped
 * token has the sign of what it wraps within a frame.
 */
export const tokenLogos: Readonly<Record<SwapSymbol, Logo>> = {
  JUF: {
    tone: 'jade',
    path: 'M9 8.500h5.500v11.500a5 5 0 0 1-9.500 2.200l2.300-1.300a2.400 2.400 0 0 0 4.500-1.100v-8.600H9zM17.500 8.500h9v2.700h-6.300v4h5.500v2.600h-5.500v6.700h-2.700z',
  },
  USDT: {
    tone: 'usdt',
    path: 'M17.922 17.383v-.002c-.11.008-.677.042-1.942.042-1.01 0-1.721-.03-1.971-.042v.003c-3.888-.171-6.79-.848-6.79-1.658 0-.809 2.902-1.486 6.79-1.66v2.644c.254.018.982.061 1.988.061 1.207 0 1.812-.05 1.925-.06v-2.643c3.88.173 6.775.85 6.775 1.658 0 .81-2.895 1.485-6.775 1.657m0-3.59v-2.366h5.414V7.819H8.595v3.608h5.414v2.365c-4.4.202-7.709 1.074-7.709 2.118 0 1.044 3.309 1.915 7.709 2.118v7.582h3.913v-7.584c4.393-.202 7.694-1.073 7.694-2.116 0-1.043-3.301-1.914-7.694-2.117',
  },
  JU: {
    tone: 'ink',
    path: 'M6.500 8.500h6v11.300a4.700 4.700 0 0 1-9 1.900l2.300-1.200a2.100 2.100 0 0 0 4-1v-8.300H6.500zM16 8.500h2.700v9.800a3.300 3.300 0 0 0 6.600 0V8.500H28v9.900a6 6 0 0 1-12 0z',
  },
  WJU: {
    tone: 'ink',
    path: 'M8 8h16v16H8zM10.200 10.200v11.600h11.600V10.200zM14.500 12h4.500v6a3.200 3.200 0 0 1-6 1.500l1.700-1a1.200 1.200 0 0 0 2.300-.6v-4h-2.500z',
  },
};
