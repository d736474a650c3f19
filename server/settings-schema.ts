import { z } from 'zod';

import { callLimits } from '../provider/call-limits.ts';
import { defaultSocketSettings } from '../provider/http/sockets/socket-limits.ts';
import { operatorName } from '../provider/operator-name.ts';
import { pushSettings } from '../provider/push/push-settings.ts';
import { urlList } from '../provider/url-list.ts';
import {
  address,
  appLink,
  contactUrl,
  databaseUrl,
  httpUrl,
  metricsToken,
  origin,
  originList,
  port,
  webSocketUrl,
  wholeNumber,
} from './setting-types.ts';
import type { SettingName } from './settings-table.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];
export type RawSettings = z.infer<typeof settingsSchema>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Each setting by itself, as text in the environment; `readSettings` checks which of them fit together. */
export const settingsSchema = z.object({
  JUFI_ENV: z.enum(['development', 'production'], 'must be development or production').default('development'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PORT: port.default(4321),
  CHAIN_PORT: port.default(8545),
  CHAIN_MARKET: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_URL_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  SOCKETS_PER_CLIENT: wholeNumber(1, 20_000).default(defaultSocketSettings.socketsPerClient),
  SOCKETS_OVERALL: wholeNumber(16, 100_000).default(defaultSocketSettings.socketsOverall),
  ...callLimits,
  ...pushSettings,
  PUSH_PRIVATE_KEY_FILE: z.string().optional(),
  METRICS_TOKEN: metricsToken.optional(),
  METRICS_TOKEN_FILE: z.string().optional(),
  VAULT_ADDRESS: address.optional(),
  VAULT_FROM_BLOCK: wholeNumber(0, 999_999_999).optional(),
  EXCHANGE_JUF_USDT_PAIR: address.optional(),
  EXCHANGE_WJU_USDT_PAIR: address.optional(),
  EXCHANGE_FROM_BLOCK: wholeNumber(0, 999_999_999).optional(),
  OPERATOR_KEY: z.string().optional(),
  OPERATOR_KEY_FILE: z.string().optional(),
  OPERATOR_NAME: operatorName.optional(),
  PICTURES_DIR: z.string().optional(),
  SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ADJUST_BY_TWO: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DEPLOYER_KEY: z.string().optional(),
  DEPLOYER_KEY_FILE: z.string().optional(),
  PROVIDER_HOST: z.string().default('127.0.0.1'),
  PROVIDER_PORT: wholeNumber(0, 65_535).default(4322),
  PAYOUTS_HOST: z.string().default('127.0.0.1'),
  PAYOUTS_PORT: wholeNumber(0, 65_535).optional(),
  PROVIDER_CORS_ORIGINS: originList.optional(),
  PUBLIC_SITE_URL: origin.optional(),
  PUBLIC_API_URL: z.union([z.literal('/api'), httpUrl], 'must be an http or https address').default('/api'),
  PUBLIC_API_ROUTER: z.union([z.literal('/api/router'), httpUrl], 'must be an http or https address, or /api/router').optional(),
  PUBLIC_API_ALLOWED_ORIGINS: originList.default([]),
  PUBLIC_DIRECT_VISIT: z.enum(['logout', 'keep'], 'must be logout or keep').default('logout'),
  PUBLIC_CHAIN_RPC_URL: httpUrl.optional(),
  CHAIN_RPC_URLS: urlList.optional(),
  CHAIN_RPC_URLS_FILE: z.string().optional(),
  PUBLIC_CHAIN_WS_URL: webSocketUrl.optional(),
  PUBLIC_CHAIN_EXPLORER_URL: httpUrl.optional(),
  PUBLIC_ROUTER_ADDRESS: address.optional(),
  PUBLIC_FACTORY_ADDRESS: address.optional(),
  PUBLIC_WJU_ADDRESS: address.optional(),
  PUBLIC_JUF_ADDRESS: address.optional(),
  PUBLIC_USDT_ADDRESS: address.optional(),
  PUBLIC_WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, 'must be 32 hex digits')
    .optional(),
  PUBLIC_WALLETCONNECT_RELAY_URL: webSocketUrl.optional(),
  PUBLIC_OWN_WALLET_URL: httpUrl.optional(),
  PUBLIC_OWN_WALLET_LINK: appLink.optional(),
  PUBLIC_HELP_CONTACT: contactUrl.optional(),
  PUBLIC_GET_JU_URL: httpUrl.optional(),
} satisfies Record<SettingName, z.ZodType>);
