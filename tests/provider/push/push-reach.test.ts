import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicReach } from '../../../provider/push/push-reach.ts';
import { sendPush } from '../../../provider/push/send-push.ts';
import { newPushBrowser } from '../../support/push-service.ts';

const KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('lets %s be called', (endpoint) => {
  expect(publicReach.allows(new URL(endpoint))).toBe(true);
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
])('lets %s never be called', (endpoint) => {
  expect(publicReach.allows(new URL(endpoint))).toBe(false);
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
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:10.0.0.1',
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
  const reach = { ...publicReach, allows: () => true };
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
