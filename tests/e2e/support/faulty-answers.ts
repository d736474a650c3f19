import type { Route } from '@playwright/test';

/** In the provider's format. */
export function refusal(route: Route, status: number, code: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  return route.fulfill({ status, headers, json: { code, message: 'Refused for this test.', requestId: '019aa000' } });
}

/** Ways for a call to fail, in words that follow "a provider". In all of them, the caller doesn't know what the provider did. */
export const faultyAnswers: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'that is down': (route) => route.abort('connectionrefused'),
  'that cuts the connection': (route) => route.abort('connectionreset'),
  'that fails': (route) => refusal(route, 500, 'INTERNAL_ERROR'),
  'whose proxy answers for it': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' }),
  'whose database restarts': (route) => refusal(route, 503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '1' }),
  'whose answers end in the middle': (route) => route.fulfill({ contentType: 'application/json', body: '{"code":0,"data":{"list":[' }),
  'whose answers are others': (route) => route.fulfill({ json: { code: 0, data: { list: 7, walletList: 'none' } } }),
  'whose answers are empty': (route) => route.fulfill({ json: null }),
};
