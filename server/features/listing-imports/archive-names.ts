import { isAscii, isUtf8 } from 'node:buffer';
import type { Entry } from 'yauzl';
import { windows1252Text } from '../../core/csv-text.ts';

/** A file of an archive. */
export interface ArchiveFile {
  entry: Entry;
  /** Its path. */
  name: string;
  /** What else a row may call it: its path in other encodings, and each from the folder of the CSV file on. */
  aliases: string[];
}

/** What the archive says about its files, before it is known which one is the CSV file. */
export function fileOf(entry: Entry): ArchiveFile {
  const [name = entry.fileName, ...aliases] = spellingsOf(entry);
  return { entry, name, aliases };
}

/** Adds the names beginning at the folder of the CSV file: a folder that was compressed as a whole has the CSV file in it. */
export function withNamesFromFolder(file: ArchiveFile, csvName: string): ArchiveFile {
  const folder = csvName.slice(0, csvName.lastIndexOf('/') + 1);
  if (folder === '' || !file.name.startsWith(folder)) return file;
  const depth = folder.split('/').length - 1;
  const names = [file.name, ...file.aliases];
  const inFolder = names.map((name) => name.split('/').slice(depth).join('/'));
  return { ...file, aliases: [...file.aliases, ...inFolder] };
}

const utf8Flag = 0x800;
const unicodePathField = 0x7075;

/**
 * The name in the encodings that it can have. Without the flag for UTF-8 a standard says CP437, but macOS writes UTF-8, and Windows
 * what the country has: CP850 and Windows-1252 in the west of Europe, CP932 in Japan.
 */
function spellingsOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry) {
  const isKnown =
    isAscii(fileNameRaw) ||
    (generalPurposeBitFlag & utf8Flag) !== 0 ||
    extraFields.some(({ id }) => id === unicodePathField);
  if (isKnown) return [fileName];
  if (isUtf8(fileNameRaw)) return [fileNameRaw.toString().replaceAll('\\', '/')];
  const japanese = new TextDecoder('shift_jis').decode(fileNameRaw);
  // Half of a Japanese character may look like a backslash, and then divides no folders.
  const hasHalves = fileNameRaw.includes('\\') && !japanese.includes('\\');
  const spellings = [
    ...(hasHalves ? [japanese] : []),
    ...[fileName, cp850Text(fileNameRaw), japanese, windows1252Text(fileNameRaw)],
  ].filter((name) => !/[\p{Cc}\ufffd]/u.test(name));
  return [...new Set(spellings.map((name) => name.replaceAll('\\', '/')))];
}

/** The upper half of CP850. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

function cp850Text(bytes: Buffer): string {
  const characterOf = (byte: number) =>
    byte < 0x80 ? String.fromCharCode(byte) : (cp850[byte - 0x80] ?? '');
  return Array.from(bytes, characterOf).join('');
}
