/** Two pixels per CSS pixel; less if the browser refuses a canvas of that size. */
const scale = 2;
const mostPixels = 16_000;

/** Converts an SVG document to a PNG. Rejects if the browser cannot draw it. */
export async function svgToPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const factor = Math.min(scale, mostPixels / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * factor);
    canvas.height = Math.round(image.height * factor);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large for a PNG; take the SVG."))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
