import type { PDFDocumentLoadingTask } from "pdfjs-dist";
import type { FileBytes } from "../use-bytes.ts";

/** What a page about a PDF is told while it is read. */
export interface PdfNews {
  page?: { n: number; all: number };
  found?: { n: number; all: number };
}

export interface PdfViewer {
  find(text: string, backwards?: boolean): void;
  zoom(steps: number): void;
  close(): void;
}

/** As wide as there is room, but no larger than one reads with ease. */
const fitting = "auto";

/**
 * Draws a PDF page by page as it is scrolled to. Scripts in it do not run, forms cannot be filled in, and its fonts and characters come from this server.
 * @param container scrolls; holds one element, which gets the pages
 * @throws where it cannot be read
 */
export async function openPdf(
  bytes: FileBytes,
  container: HTMLDivElement,
  tell: (news: PdfNews) => void,
): Promise<PdfViewer> {
  const pdf = await import("pdfjs-dist");
  // The viewer finds the library where that has put itself.
  const { EventBus, PDFFindController, PDFLinkService, PDFViewer } = await import("pdfjs-dist/web/pdf_viewer.mjs");
  const home = `/assets/pdf-${pdf.version}/`;
  pdf.GlobalWorkerOptions.workerSrc = `${home}build/pdf.worker.min.mjs`;
  const loading: PDFDocumentLoadingTask = pdf.getDocument({
    // The worker takes the bytes away, and they are needed again when the dialog is drawn anew.
    data: bytes.slice(),
    cMapUrl: `${home}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${home}standard_fonts/`,
    wasmUrl: `${home}wasm/`,
    iccUrl: `${home}iccs/`,
    useWasm: false,
    enableXfa: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  const document = await loading.promise;
  const all = document.numPages;
  if (all === 0) {
    void loading.destroy();
    throw new Error("a document without pages");
  }
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus });
  linkService.externalLinkEnabled = false;
  const findController = new PDFFindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: pdf.AnnotationMode.ENABLE,
    annotationEditorMode: pdf.AnnotationEditorType.DISABLE,
    textLayerMode: 1,
  });
  linkService.setViewer(viewer);
  eventBus.on("pagesinit", () => {
    viewer.currentScaleValue = fitting;
    tell({ page: { n: 1, all } });
  });
  eventBus.on("pagechanging", ({ pageNumber }: { pageNumber: number }) => tell({ page: { n: pageNumber, all } }));
  const count = ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    tell({ found: { n: matchesCount.current, all: matchesCount.total } });
  eventBus.on("updatefindmatchescount", count);
  eventBus.on("updatefindcontrolstate", count);
  linkService.setDocument(document);
  viewer.setDocument(document);
  const sizes = new ResizeObserver(() => {
    if (viewer.currentScaleValue === fitting) viewer.currentScaleValue = fitting;
  });
  sizes.observe(container);
  let sought = "";
  return {
    find(text, backwards = false) {
      const type = text === sought ? "again" : "";
      sought = text;
      eventBus.dispatch("find", {
        source: container,
        type,
        query: text,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: backwards,
        matchDiacritics: false,
      });
    },
    zoom: (steps) => viewer.updateScale({ steps }),
    close() {
      sizes.disconnect();
      viewer.cleanup();
      void loading.destroy();
    },
  };
}
