import { encodeQR } from 'qr';
import { language } from '#contract/language.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { formatMoney } from '../../../ui/format.ts';

const width = 1080;
const height = 1920;
const margin = 84;
/** Apps put their own buttons over the top and the bottom of a story. */
const top = 250;

interface Story {
  product: Pick<SingleProduct, 'name' | 'price' | 'location' | 'image' | 'language'>;
  /** Of its page. */
  address: string;
  shopName: string;
}

/** A JPEG of 1080 x 1920 with the picture, name, price and place of a product, and a QR code that leads to its page. */
export async function drawStory({ product, address, shopName }: Story): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  const [picture] = await Promise.all([load(product.image), document.fonts.ready]);
  const pen = penOn(context);
  pen.fill('paper', 0, 0, width, height);
  const pictureHeight = drawCovering(context, picture);
  let y = top + pictureHeight + 96;
  pen.font('display', 76);
  for (const line of linesOf(context, product.name, product.language)) {
    pen.write(line, y, 'ink');
    y += 88;
  }
  y += 8;
  pen.font('sans', 40);
  pen.write(product.location, y, 'muted');
  drawPrice(context, pen, formatMoney(product.price), y + 56);
  drawFoot(context, pen, { address, shopName });
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))),
      'image/jpeg',
      0.9,
    );
  });
}

/** With the rights to read it back, which a hosting service elsewhere has to give. */
async function load(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = address;
  await picture.decode();
  return picture;
}

type Colour = 'paper' | 'ink' | 'muted' | 'brass-tint' | 'line';

/** Colours and fonts of the shop's light theme: the picture is seen outside of it. */
function penOn(context: CanvasRenderingContext2D) {
  const probe = document.createElement('span');
  probe.style.colorScheme = 'light';
  probe.hidden = true;
  document.body.append(probe);
  const read = (property: 'color' | 'fontFamily', value: string) => {
    probe.style[property] = value;
    return getComputedStyle(probe)[property];
  };
  const names: readonly Colour[] = ['paper', 'ink', 'muted', 'brass-tint', 'line'];
  const colours = Object.fromEntries(
    names.map((name) => [name, read('color', `var(--color-${name})`)]),
  ) as Record<Colour, string>;
  const families = {
    display: read('fontFamily', 'var(--font-display)'),
    sans: read('fontFamily', 'var(--font-sans)'),
  };
  probe.remove();
  const isRightToLeft = document.documentElement.dir === 'rtl';
  context.direction = isRightToLeft ? 'rtl' : 'ltr';
  context.textAlign = 'start';
  context.textBaseline = 'alphabetic';
  const start = isRightToLeft ? width - margin : margin;
  return {
    start,
    isRightToLeft,
    font(family: keyof typeof families, size: number, weight = family === 'display' ? 650 : 500) {
      context.font = `${weight} ${size}px ${families[family]}`;
    },
    fill(colour: Colour, ...box: [number, number, number, number]) {
      context.fillStyle = colours[colour];
      context.fillRect(...box);
    },
    write(text: string, y: number, colour: Colour, x = start) {
      context.fillStyle = colours[colour];
      context.fillText(text, x, y, width - 2 * margin);
    },
  };
}
type Pen = ReturnType<typeof penOn>;

/** The whole width, cut above and below where it is higher than wide. @returns its height */
function drawCovering(context: CanvasRenderingContext2D, picture: HTMLImageElement): number {
  const drawn = Math.min(880, Math.round((width * picture.naturalHeight) / picture.naturalWidth));
  const scale = Math.max(width / picture.naturalWidth, drawn / picture.naturalHeight);
  const [w, h] = [width / scale, drawn / scale];
  const [x, y] = [(picture.naturalWidth - w) / 2, (picture.naturalHeight - h) / 2];
  context.drawImage(picture, x, y, w, h, 0, top, width, drawn);
  return drawn;
}

/** A tag of brass with a hole, as on the page of the product. */
function drawPrice(context: CanvasRenderingContext2D, pen: Pen, price: string, y: number): void {
  pen.font('display', 84);
  const length = context.measureText(price).width + 150;
  const [tip, direction] = pen.isRightToLeft ? [width - margin, -1] : [margin, 1];
  const at = (x: number) => tip + direction * x;
  pen.fill('paper', 0, y, width, 0);
  context.beginPath();
  context.moveTo(at(0), y + 66);
  context.lineTo(at(52), y);
  context.lineTo(at(length), y);
  context.lineTo(at(length), y + 132);
  context.lineTo(at(52), y + 132);
  context.closePath();
  pen.font('display', 84);
  context.save();
  context.clip();
  pen.fill('brass-tint', 0, y, width, 132);
  context.beginPath();
  context.arc(at(62), y + 66, 14, 0, 2 * Math.PI);
  context.clip();
  pen.fill('paper', 0, y, width, 132);
  context.restore();
  pen.write(price, y + 95, 'ink', at(104));
}

function drawFoot(
  context: CanvasRenderingContext2D,
  pen: Pen,
  { address, shopName }: Omit<Story, 'product'>,
): void {
  const size = 250;
  const y = height - 250 - size;
  const left = pen.isRightToLeft ? margin : width - margin - size;
  context.fillStyle = '#ffffff';
  context.fillRect(left, y, size, size);
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 3 });
  const module = size / rows.length;
  context.fillStyle = '#000000';
  for (const [row, cells] of rows.entries()) {
    for (const [column, isDark] of cells.entries()) {
      // Rounded up, so that there are no lines between them.
      if (isDark) {
        const [x, yOf] = [left + column * module, y + row * module];
        context.fillRect(x, yOf, Math.ceil(module), Math.ceil(module));
      }
    }
  }
  pen.font('display', 56);
  pen.write(shopName, y + size - 66, 'ink');
  pen.font('sans', 34);
  pen.write(new URL(address).host, y + size - 10, 'muted');
}

const maxLines = 3;

/** The name in at most three lines, cut where it is longer. Japanese has no spaces, so words are found by the browser. */
function linesOf(
  context: CanvasRenderingContext2D,
  name: string,
  written = language(),
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter(written, { granularity: 'word' }).segment(name)) {
    const longer = line + segment;
    if (line === '' || context.measureText(longer.trimEnd()).width <= width - 2 * margin) {
      line = longer;
      continue;
    }
    if (lines.length === maxLines - 1) return [...lines, `${line.trimEnd()}…`];
    lines.push(line.trimEnd());
    line = segment.trimStart();
  }
  return [...lines, line.trimEnd()];
}
