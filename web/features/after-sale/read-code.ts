/** Reads the text of a QR code in the picture of a video; null when there is none. */
type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

/** Not yet in TypeScript's library: https://wicg.github.io/shape-detection-api/ */
interface BarcodeDetectorClass {
  new (options: {
    formats: string[];
  }): {
    detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own reader where it has one for QR codes, otherwise a decoder that is loaded for it. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await browserReader()) ?? (await loadedReader());
}

async function browserReader(): Promise<CodeReader | null> {
  // A browser has it under this name or not at all.
  const Detector = Reflect.get(globalThis, 'BarcodeDetector') as BarcodeDetectorClass | undefined;
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  if (!Detector || !formats?.includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** Wide enough for a code that fills a third of the picture. Pixels. */
const widest = 640;

async function loadedReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return null;
    const scale = Math.min(1, widest / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // It throws for every picture without a readable code.
      return null;
    }
  };
}
