import { Post, postCalls } from "@jipei/contract/users/post.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";

/** 岗位 */
export default function PostPage() {
  return (
    <CrudPage
      entity={Post}
      calls={postCalls}
      resource="post"
      columns={["postName", "postCode", "category", "sort", "remark", "updateTime"]}
      card={["postName", "postCode", "category"]}
      search={["postCode", "postName", "category"]}
      form={["postCode", "postName", "category", "sort", "remark"]}
      initial={{ category: "3", sort: 1 }}
    />
  );
}
