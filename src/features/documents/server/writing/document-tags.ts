import {
  endMarkedContent,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';

/** The standard structure types that documents use (PDF 1.7, section 14.8.4). */
type TagRole = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';

export interface Tag {
  role: TagRole;
  kids: (Tag | MarkedContent)[];
}

interface MarkedContent {
  page: PDFPage;
  /** Its number on the page. */
  id: number;
}

/** The structure of a document in reading order, for screen readers and text extraction. */
export interface DocumentTags {
  /** Adds a tag at the end of its parent. */
  add: (role: TagRole, parent?: Tag) => Tag;
  /** Marks what is drawn as the tag’s content, or without a tag as decoration. */
  mark: (page: PDFPage, tag: Tag | null, draw: () => void) => void;
  /** Names the text of what is drawn, where its glyphs are in another order than its letters. */
  name: (page: PDFPage, text: string, draw: () => void) => void;
  /** Writes all tags into the document. */
  write: () => void;
}

/** Collects the tags of a document until everything is drawn. */
export function createTags(pdf: PDFDocument): DocumentTags {
  const root: Tag = { role: 'Document', kids: [] };
  /** The tag of each marked content, by page and number. */
  const owners = new Map<PDFPage, Tag[]>();

  const begin = (tag: string, properties: string) =>
    PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(tag), properties]);

  function mark(page: PDFPage, tag: Tag | null, draw: () => void): void {
    if (tag) {
      const onPage = owners.get(page) ?? [];
      owners.set(page, onPage);
      page.pushOperators(begin(tag.role, `<</MCID ${onPage.length}>>`));
      tag.kids.push({ page, id: onPage.length });
      onPage.push(tag);
    } else {
      page.pushOperators(begin('Artifact', '<</Type /Layout>>'));
    }
    draw();
    page.pushOperators(endMarkedContent());
  }

  function write(): void {
    const { context, catalog } = pdf;
    const treeRef = context.nextRef();
    const refs = new Map<Tag, PDFRef>();

    const writeTag = (tag: Tag, parent: PDFRef): PDFRef => {
      const ref = context.nextRef();
      refs.set(tag, ref);
      const kids = tag.kids.map((kid) =>
        'role' in kid
          ? writeTag(kid, ref)
          : context.obj({ Type: 'MCR', Pg: kid.page.ref, MCID: kid.id }),
      );
      const element = context.obj({ Type: 'StructElem', S: tag.role, P: parent, K: kids });
      if (tag.role === 'TH')
        element.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: 'Column' }));
      context.assign(ref, element);
      return ref;
    };

    const rootRef = writeTag(root, treeRef);
    const ownersByPage = [...owners].flatMap(([page, tags], at) => {
      page.node.set(PDFName.of('StructParents'), context.obj(at));
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
      return [at, tags.flatMap((tag) => refs.get(tag) ?? [])];
    });
    const parentTree = context.register(context.obj({ Nums: ownersByPage }));
    const tree = context.obj({ Type: 'StructTreeRoot', K: rootRef, ParentTree: parentTree });
    context.assign(treeRef, tree);
    catalog.set(PDFName.of('StructTreeRoot'), treeRef);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  }

  return {
    add(role, parent = root) {
      const tag: Tag = { role, kids: [] };
      parent.kids.push(tag);
      return tag;
    },
    mark,
    name(page, text, draw) {
      const actualText = PDFHexString.fromText(text).toString();
      page.pushOperators(begin('Span', `<</ActualText ${actualText}>>`));
      draw();
      page.pushOperators(endMarkedContent());
    },
    write,
  };
}
