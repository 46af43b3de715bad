/** Whether Python's `ipaddress.ip_address` takes a text: IPv4 in four parts, or IPv6. */
export function isIpAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const percent = text.indexOf('%');
  // A zone behind `%` must not be empty, nor hold another.
  if (percent >= 0 && (percent === text.length - 1 || text.indexOf('%', percent + 1) >= 0)) return false;
  const address = percent < 0 ? text : text.slice(0, percent);
  const lastColon = address.lastIndexOf(':');
  const tail = address.slice(lastColon + 1);
  if (tail.includes('.') && !isIpv4(tail)) return false;
  // An IPv4 address at the end stands for two groups.
  const groups = (tail.includes('.') ? `${address.slice(0, lastColon + 1)}0:0` : address).split(':');
  if (groups.length < 3 || !groups.every((group) => /^[0-9A-Fa-f]{0,4}$/.test(group))) return false;
  const inner = groups.slice(1, -1).filter((group) => group === '').length;
  if (inner > 1) return false;
  if (inner === 0) return groups.length === 8 && groups.every((group) => group !== '');
  // `::` stands for a group at least; at an end it leaves two empty parts.
  const given = groups.filter((group) => group !== '').length;
  const begins = groups[0] !== '' || groups[1] === '';
  const ends = groups.at(-1) !== '' || groups.at(-2) === '';
  return begins && ends && given <= 7 && groups.length <= 9;
}
