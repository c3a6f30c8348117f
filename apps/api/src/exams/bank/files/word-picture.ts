import { findSize } from "../../../files/files.queries.ts";
import type { BankPicture } from "./bank-pictures.ts";

/** Units of Word for each pixel, at 96 pixels for an inch. */
const unitsOfPixel = 9525;
/** Of the width of the page within its margins. */
const widest = 5_400_000;
const unknown = { width: 320, height: 240 };

/** The run of a paragraph that shows a picture. @param place counts the pictures of the document @param relation id of what the document refers to */
export function getPictureRun({ name, extension, bytes }: BankPicture, place: number, relation: string): string {
  const { width, height } = findSize(extension, bytes) ?? unknown;
  const scale = Math.min(unitsOfPixel, widest / width);
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  return (
    `<w:r><w:drawing><wp:inline><wp:extent cx="${across}" cy="${down}"/><wp:docPr id="${place}" name="${name}"/>` +
    `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>` +
    `<pic:nvPicPr><pic:cNvPr id="${place}" name="${name}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${across}" cy="${down}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    `</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
  );
}
