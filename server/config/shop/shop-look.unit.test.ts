import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { contrast } from '#contract/shop/contrast.ts';
import { themeColours } from '#contract/shop/theme-colours.ts';
import { accentColours } from './accent-colours.ts';
import { loadShop } from './load-shop.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

type Files = Record<string, string | Buffer>;

async function load(fields: object, files: Files = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-shop-look-'));
  folders.push(folder);
  await mkdir(join(folder, 'pictures'));
  await writeFile(join(folder, 'shop.json'), JSON.stringify({ name: 'Nordklang', ...fields }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return loadShop({ path: folder, isRequired: true });
}

async function faultsOf(fields: object, files?: Files): Promise<string[]> {
  const error = await load(fields, files).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ name: 'StartupError' });
  const [_file, ...faults] = (error as Error).message.split('\n');
  return faults.map((fault) => fault.replace('  - ', ''));
}

const drawing = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="M0 0h9v9z"/></svg>`;
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d5c61' } });

const blue = { accent: '#1d4b8f', banner: '#12233f' };
const lightBlue = { accent: '#9cc2f5', banner: '#101c33' };

describe('the fonts and corners of the owner', () => {
  const woff2 = (bytes: number) => Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(bytes)]);

  it('fonts and corners of the owner stand before those of the shop in every script', async () => {
    const fonts = {
      headings: 'headings.woff2',
      text: [
        { file: 'text.woff2', weight: '400' },
        { file: 'bold.woff2', weight: '600 700' },
      ],
    };
    const shop = await load(
      { fonts, corners: 'square' },
      { 'headings.woff2': woff2(10), 'text.woff2': woff2(20), 'bold.woff2': woff2(30) },
    );
    const sheet = shop.files.get(shop.styleSheet ?? '')?.content.toString() ?? '';
    const named = [...sheet.matchAll(/font-weight:([\d ]+);src:url\("([^"]+)"\)/g)];
    expect(named.map(([, weight]) => weight)).toEqual(['100 900', '400', '600 700']);
    expect(named.map(([, , address = '']) => shop.files.get(address)?.content.length)).toEqual([
      14, 24, 34,
    ]);
    expect(shop.files.get(named[0]?.[2] ?? '')?.contentType).toBe('font/woff2');
    expect(sheet).toContain(':root{--font-display:"Shop headings",Georgia, serif}');
    expect(sheet).toContain(':root:lang(ar){--font-sans:"Shop text","Noto Sans Arabic",');
    expect(sheet).toContain('--radius-lg:0px');
    expect(shop.public).not.toHaveProperty('fonts');
  });

  it('files that are no fonts, fonts that are too large, and unknown corners are refused by their fields', async () => {
    const fonts = { headings: 'a.woff2', text: [{ file: 'b.woff2', weight: 'bold' }] };
    expect(
      await faultsOf({ fonts, corners: 'sharp' }, { 'a.woff2': 'OTTO', 'b.woff2': woff2(300_000) }),
    ).toEqual([
      'fonts.text[0].weight must be a weight such as "400", or a range such as "400 700"',
      'corners must be one of square, soft, round',
      'fonts.headings[0].file is no WOFF2 font',
      'fonts.text[0].file has 301 kB and may have 200: leave out the letters of languages that the shop does not speak',
    ]);
  });
});

describe('the colours of the owner', () => {
  it('colours without enough contrast are refused together, with the measured contrast in each theme', async () => {
    const colours = {
      light: { accent: '#9cc2f5', button: '#1d4b8f', buttonText: '#224488', banner: '#9cc2f5' },
      dark: { accent: '#1d4b8f', bannerAccent: '#3a2519' },
    };
    expect(await faultsOf({ colours })).toEqual([
      'colours.light.accent #9cc2f5 has a contrast of 1.49:1 on the page (#f1e7d6), and needs 4.5:1',
      'colours.light.buttonText #224488 has a contrast of 1.09:1 on buttons (#1d4b8f), and needs 4.5:1',
      'colours.light.banner #9cc2f5 has a contrast of 1.07:1 under the light text of banner and footer (#d8c3a8), and needs 4.5:1',
      'colours.dark.accent #1d4b8f has a contrast of 2.00:1 on the page (#221a14), and needs 4.5:1',
      'colours.dark.bannerAccent #3a2519 has a contrast of 1.13:1 on the banner (#2c1c13), and needs 4.5:1',
    ]);
  });

  it('a shop without colours and with a short name needs no style sheet', async () => {
    expect((await load({ name: 'Klang' })).styleSheet).toBeNull();
    const long = await load({ name: 'x'.repeat(60) });
    expect(long.files.get(long.styleSheet ?? '')?.content.toString()).toContain('line-clamp:3');
  });

  it('colours are required for both themes', async () => {
    expect(await faultsOf({ colours: { light: blue } })).toEqual(['colours.dark is missing']);
  });

  it('the owner’s colours become a style sheet that replaces the default colours in both themes', async () => {
    const { styleSheet, files } = await load({ colours: { light: blue, dark: lightBlue } });
    expect(styleSheet).toMatch(/^\/shop\/[0-9a-f]{12}\/shop\.css$/);
    const sheet = files.get(styleSheet ?? '');
    expect(sheet?.contentType).toBe('text/css; charset=utf-8');
    const css = sheet?.content.toString() ?? '';
    expect(css).toMatch(/^:root\{--color-brass:#1d4b8f;/);
    expect(css).toContain(':root:not([data-theme]){--color-brass:#9cc2f5;');
    expect(css).toContain(':root[data-theme=dark]{--color-brass:#9cc2f5;');
    const other = await load({
      colours: { light: { ...blue, button: '#0b6b50' }, dark: lightBlue },
    });
    expect(other.styleSheet).not.toBe(styleSheet);
  });

  it.each([
    ['light', '#1d4b8f'],
    ['light', '#8a1c43'],
    ['light', '#5c5c00'],
    ['light', '#000000'],
    ['dark', '#9cc2f5'],
    ['dark', '#f3a3bd'],
    ['dark', '#ffffff'],
  ] as const)('missing colours are derived readable: %s %s', (theme, accent) => {
    const colours = { ...themeColours[theme], ...accentColours(theme, { accent }) };
    const read = (front: string, back: string) =>
      contrast(
        (colours as Record<string, string>)[front] ?? '',
        (colours as Record<string, string>)[back] ?? '',
      );
    for (const [front, back] of [
      ...(['brass', 'ink', 'muted'] as const).map((text) => [text, 'brass-tint'] as const),
      ...(['brass-metal', 'brass-bright'] as const).map((ground) => ['on-brass', ground] as const),
      ...(['walnut', 'walnut-deep'] as const).map((ground) => ['brass-on-walnut', ground] as const),
    ]) {
      expect(read(front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('the pictures of the owner', () => {
  it('the owner’s pictures become a logo for each ground, icons in every size and a picture for links, with content hashes in their addresses', async () => {
    const shop = await load(
      {
        logo: { file: 'pictures/logo.svg', onDark: 'logo-dark.png', includesName: true },
        icon: 'icon.png',
        picture: 'link.jpg',
      },
      {
        'pictures/logo.svg': drawing(200, 50),
        'logo-dark.png': await photo(200, 50).png().toBuffer(),
        'icon.png': await photo(600, 600).png().toBuffer(),
        'link.jpg': await photo(1200, 630).jpeg().toBuffer(),
      },
    );
    expect(shop.public.logo).toMatchObject({
      width: 200,
      height: 50,
      includesName: true,
      address: expect.stringMatching(/^\/shop\/[0-9a-f]{12}\/logo-file\.svg$/),
      onDark: { address: expect.stringMatching(/^\/shop\/[0-9a-f]{12}\/logo-onDark\.png$/) },
    });
    const css = shop.files.get(shop.styleSheet ?? '')?.content.toString() ?? '';
    expect(css).toContain(`width:144px;height:36px;background:url(${shop.public.logo?.address})`);
    expect(css).toContain(
      `.on-walnut .shop-logo::before{background-image:url(${shop.public.logo?.onDark?.address})}`,
    );
    // The name is part of the picture, and is read aloud all the same.
    expect(css).toContain('clip-path:inset(50%)');
    expect(shop.public.picture).toMatchObject({ width: 1200, height: 630 });
    const sizes = await Promise.all(
      Object.values(shop.icons?.pictures ?? {}).map(async (address: string) => {
        const file = shop.files.get(address);
        expect(file?.contentType).toBe('image/png');
        const { width, height } = await sharp(file?.content).metadata();
        return `${width}x${height}`;
      }),
    );
    expect(sizes).toEqual(['32x32', '180x180', '192x192', '512x512', '192x192', '512x512']);
    // The page gets where they are, and not what is in them.
    expect(JSON.stringify(shop.public).length).toBeLessThan(600);
  });

  it('the owner’s icon can be a drawing of any size, which home screens get as PNGs', async () => {
    // As in the server, where it turns SVG off.
    const { openPicture } = await import('../../providers/images/processing/decoder.ts');
    const { icons, files } = await load({ icon: 'icon.svg' }, { 'icon.svg': drawing(8, 8) });
    expect(files.get(icons?.drawing ?? '')?.contentType).toBe('image/svg+xml');
    const maskable = sharp(files.get(icons?.pictures?.maskable ?? '')?.content);
    expect(await maskable.metadata()).toMatchObject({ width: 512, height: 512, format: 'png' });
    const { data, info } = await maskable.raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ];
    // The frame has the colour of the page, and the drawing, a triangle, is within the circle that launchers leave.
    expect(pixel(10, 10)).toEqual([250, 244, 233]);
    expect(pixel(350, 180)).toEqual([0, 0, 0]);
    await expect(openPicture(Buffer.from(drawing(8, 8))).toBuffer()).rejects.toThrow('unsupported');
  });

  it('the owner’s icon can be a drawing that only browsers can draw', async () => {
    const odd = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="8" height="8"><a:b/></svg>`;
    const { icons, files } = await load({ icon: 'icon.svg' }, { 'icon.svg': odd });
    expect(icons?.pictures).toBeNull();
    expect([...files.keys()].filter((one) => /icon/.test(one))).toEqual([icons?.drawing]);
  });

  it('pictures that do not fit are refused together, with what was measured', async () => {
    const faults = await faultsOf(
      { logo: { file: 'logo.png', onDark: 'dark.svg' }, icon: 'icon.png', picture: 'link.png' },
      {
        'logo.png': await photo(900, 50).png().toBuffer(),
        'dark.svg': '<p>This is no drawing</p>',
        'icon.png': await photo(500, 400).png().toBuffer(),
        'link.png': await photo(300, 300).png().toBuffer(),
      },
    );
    expect(faults).toEqual([
      'logo.file has 900 × 50 pixels: it may be at most ten times as wide as high, and twice as high as wide',
      'logo.onDark is no picture that browsers show',
      'icon has 500 × 400 pixels and must be square',
      'picture has 300 × 300 pixels and needs 600 × 315',
    ]);
    const small = { 'icon.png': await photo(96, 96).png().toBuffer() };
    expect(await faultsOf({ icon: 'icon.png' }, small)).toEqual([
      'icon has 96 × 96 pixels and needs 512 × 512, or be an SVG',
    ]);
  });
});
