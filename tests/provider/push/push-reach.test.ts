import { describe, expect, it } from 'vitest';
import { createPushReach, isPublicAddress, isPushService } from '../../../provider/push/push-reach.ts';
import { sendPush } from '../../../provider/push/send-due.ts';
import { newPushBrowser } from '../../support/push-service.ts';

const KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('lets %s be called', (endpoint) => {
  expect(createPushReach().allows(new URL(endpoint))).toBe(true);
});

it.each([
  'http://fcm.googleapis.com/1',
  'https://fcm.googleapis.com:444/1',
  'https://user:secret@fcm.googleapis.com/1',
  'https://fcm.googleapis.com/1#2',
  'https://192.0.2.1/1',
  'https://0x7f.1/1',
  'https://2130706433/1',
  'https://[::1]/1',
  'https://[::ffff:127.0.0.1]/1',
  'https://localhost/1',
  'https://db.internal/1',
  'https://printer.local/1',
  'https://postgres/1',
  'https://kubernetes.default.svc/1',
  'https://127.0.0.1.nip.io/1',
  'https://push.example.com/1',
  'https://evilfcm.googleapis.com/1',
  'https://fcm.googleapis.com.evil.com/1',
  'https://fcm.googleapis.com./1',
  'https://push.apple.com/1',
  'https://evilnotify.windows.com/1',
  'https://fcm.googleapis.com@evil.com/1',
])('lets %s never be called', (endpoint) => {
  expect(createPushReach().allows(new URL(endpoint))).toBe(false);
});

describe('the operator’s own services', () => {
  const reach = createPushReach(['push.jufi.com', '*.push.jufi.net', 'https://push.lan:8443', 'http://127.0.0.1:9000']);
  const allows = (endpoint: string): boolean => reach.allows(new URL(endpoint));

  it.each([
    'https://push.jufi.com/1',
    'https://a.b.push.jufi.net/1',
    'https://push.lan:8443/1',
    'http://127.0.0.1:9000/1',
    'https://fcm.googleapis.com/1',
  ])('may be called: %s', (endpoint) => expect(allows(endpoint)).toBe(true));

  it.each([
    'https://a.push.jufi.com/1',
    'https://push.jufi.net/1',
    'http://push.jufi.com/1',
    'https://push.jufi.com:8443/1',
    'https://push.lan/1',
    'http://127.0.0.1:9001/1',
    'https://user@push.lan:8443/1',
  ])('are no others: %s', (endpoint) => expect(allows(endpoint)).toBe(false));

  it.each(['*', '*.com', 'com', 'push.jufi.com/1', 'https://push.jufi.com/', 'ftp://push.jufi.com', '10.0.0.1', 'a..b'])(
    'aren’t set as %s',
    (text) => expect(isPushService(text)).toBe(false),
  );
});

describe('an address', () => {
  it.each(['8.8.8.8', '142.250.1.1', '2a00:1450:4001:82a::200e', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '168.63.129.16',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      'fd00:ec2::254',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:0:a00:1::',
      '2001:db8::1',
      'no address',
    ],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it('looks at where a name points in the moment of the call', async () => {
  const reach = { ...createPushReach(), allows: () => true };
  const keys = {
    privateKey: KEY,
    publicKey: 'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo',
    contact: 'mailto:a@b.example',
  };
  const { p256dh, auth } = newPushBrowser();
  expect(await sendPush({ keys, reach }, { endpoint: 'https://localhost/1', p256dh, auth }, '{}')).toEqual({
    kind: 'LATER',
    why: 'PRIVATE_ADDRESS',
  });
});
