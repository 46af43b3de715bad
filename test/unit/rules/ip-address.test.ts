import { describe, expect, it } from 'vitest';
import { isIpAddress } from '../../../server/src/engine/frameworks/opencompass/rules/support/ip-address.js';

/** As Python 3.12's `ipaddress.ip_address` answers. */
describe('an IP address', () => {
  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '1::',
    '2001:db8::7',
    '1:2:3:4:5:6:7:8',
    '::ffff:192.0.2.1',
    '1:2:3:4:5:6:192.0.2.1',
    'fe80::1%eth0',
    '1:2:3:4:5:6:7::',
  ])('%s', (text) => {
    expect(isIpAddress(text)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4/8',
    '1.2.3.4 ',
    ':1',
    '1:',
    '1:::2',
    '::1::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'g::',
    'fe80::1%',
    '1::2:3:4:5:6:7:8',
    '::1.2.3.300',
  ])('not %s', (text) => {
    expect(isIpAddress(text)).toBe(false);
  });
});
