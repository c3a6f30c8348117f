/** Where a document is edited: a page of its own, since it alone may load the script of the document server. */
export const documentPath = "/document/:id";
export const documentAddress = (attId: string): string => `/document/${attId}`;
