import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import type { EditorView } from './view.ts'

/** The image fields: the current image, a replacement, and the credit. */
export function ImageFields({ view: { draft, problems, imageProblem } }: { view: EditorView }) {
  const problem = imageProblem ?? problems.imageUrl
  return (
    <div className="stack">
      {draft.imageUrl !== '' && !problems.imageUrl && (
        <figure className="stack">
          <img className="picture" src={draft.imageUrl} alt="The article as it is shown on its card" />
          <figcaption className="sm muted">
            Its address: <code>{draft.imageUrl}</code>
          </figcaption>
        </figure>
      )}
      <input type="hidden" name="imageUrl" value={draft.imageUrl} />
      <TextField
        id="file"
        name="file"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        label="Image"
        help="One JPEG, PNG or WebP of at most 5 MB. Without one, the card shows a light."
        error={problem ? getArticleErrorMessage(problem) : null}
      />
      <div className="row">
        <Button variant="line" name="intent" value="upload">
          Upload image
        </Button>
        {draft.imageUrl !== '' && (
          <Button variant="line" name="intent" value="remove-image">
            Remove image
          </Button>
        )}
      </div>
      <TextField
        id="imageCredit"
        name="imageCredit"
        defaultValue={draft.imageCredit}
        label="Image credit"
        autoComplete="off"
        error={problems.imageCredit ? getArticleErrorMessage(problems.imageCredit) : null}
      />
    </div>
  )
}
