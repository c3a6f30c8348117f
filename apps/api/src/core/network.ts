import { isIPv6 } from 'node:net'

/**
 * Whose address it is, as far as tries are counted: with IPv6 every household and every rented server has 2^64 addresses, which are one here. What is no
 * address stays as it is.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [, inside] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip) ?? []
  if (inside) return inside
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const partsOf = (text: string | undefined) => (text ? text.split(':') : [])
  const [front, back] = [partsOf(head), partsOf(tail)]
  const left = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0')
  const groups = [...front, ...left, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
