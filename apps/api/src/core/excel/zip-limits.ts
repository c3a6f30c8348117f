import { unreadable } from './workbook.ts'

const maxEntries = 2000
/** Bytes of all parts together, and of one part for each byte it is packed in. XML packs well, but not a thousandfold. */
const maxBytes = 400 * 1024 * 1024
const maxRatio = 400
/** Parts this small may pack as well as they like. */
const smallPart = 1024 * 1024

/**
 * Refuses archives that unpack to more than a workbook ever does, by their directory. The reader gives every part no more room than the
 * directory states, so that a directory which lies only ends in an error.
 * @throws WORKBOOK_UNREADABLE
 */
export function checkZip(bytes: Buffer): void {
  const end = endOfDirectory(bytes)
  const entries = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (entries > maxEntries) throw tooLarge()
  let total = 0
  for (let i = 0; i < entries; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const packed = bytes.readUInt32LE(at + 20)
    const unpacked = bytes.readUInt32LE(at + 24)
    const sizesBehind = (bytes.readUInt16LE(at + 8) & 8) !== 0
    // All ones: the true size stands in a ZIP64 field, which no workbook of ours needs. No size at all: the reader would set no bound.
    if (unpacked === 0xffffffff || packed === 0xffffffff || (unpacked === 0 && (packed > 2 || sizesBehind))) throw tooLarge()
    if (unpacked > smallPart && unpacked > packed * maxRatio) throw tooLarge()
    total += unpacked
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (total > maxBytes) throw tooLarge()
}

function endOfDirectory(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at--) if (bytes.readUInt32LE(at) === 0x06054b50) return at
  throw damaged()
}

const tooLarge = () => unreadable('解压后过大', 'it is too large when unpacked')
const damaged = () => unreadable('文件已损坏', 'it is damaged')
