import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PageModel, start } from "../../src/lnteach/web/host.js";
import widget from "../../src/lnteach/web/index.js";

const choice = (id) =>
  `<label class="ln-choice"><input type="radio" name="vote-shift" value="${id}"> <b>${id}</b> <span>text</span></label>`;
const reply = (id, right) =>
  `<div class="ln-reply" data-choice="${id}"${right ? " data-right" : ""}><p><span class="ln-mark">Judged.</span> Because <span class="ln-math" id="m-${id}"><math><mi>u</mi><mo>&lt;</mo></math></span></p></div>`;
const html = `<section class="ln-vote" id="vote-shift" data-vote="shift" aria-labelledby="vote-shift-title">
<p class="ln-vote-title" id="vote-shift-title">Vote</p>
<form><fieldset><legend>What?</legend>${["A", "B", "C"].map(choice).join("")}</fieldset></form>
<details class="ln-vote-answer"><summary>Answer and reasons</summary>${reply("A")}${reply("B", true)}${reply("C")}</details></section>`;

const $ = (selector) => document.querySelector(selector);
const pick = (id) => {
  $(`input[value="${id}"]`).checked = true;
};
const check = () => $("form").requestSubmit();
const said = () => $(".ln-vote-reply").textContent;

describe("a vote on a page", () => {
  beforeEach(() => {
    localStorage.clear();
    document.body.innerHTML = html;
    start();
  });

  it("has a live region from the start, and nothing in it", () => {
    expect($(".ln-vote-reply").getAttribute("role")).toBe("status");
    expect(said()).toBe("");
    expect($(".ln-vote-answer").open).toBe(false);
  });
  it("asks for a choice", () => {
    check();
    expect(said()).toBe("Choose one of the options first.");
    expect(localStorage.length).toBe(0);
  });
  it("replies to the choice, with its mathematics as it stands", () => {
    pick("A");
    check();
    expect(said()).toMatch(/^Not yet\. Because/);
    expect($(".ln-vote").dataset.state).toBe("not-yet");
    pick("B");
    check();
    expect(said()).toMatch(/^Right\. Because/);
    expect($(".ln-vote").dataset.state).toBe("right");
    expect($(".ln-vote-reply math mo").textContent).toBe("<");
    expect($(".ln-vote-reply svg").getAttribute("aria-hidden")).toBe("true");
    expect(document.querySelectorAll("#m-B").length).toBe(1);
  });
  it("remembers the answer, and forgets it when asked", () => {
    pick("C");
    check();
    document.body.innerHTML = html;
    start();
    expect($('input[value="C"]').checked).toBe(true);
    expect(said()).toMatch(/^Not yet/);
    const again = [...document.querySelectorAll("button")].at(-1);
    expect(again.textContent).toBe("Start over");
    again.click();
    expect(said()).toBe("");
    expect($(":checked")).toBeNull();
    expect(again.hidden).toBe(true);
    expect(document.activeElement).toBe($('input[value="A"]'));
    document.body.innerHTML = html;
    start();
    expect(said()).toBe("");
  });
  it("ignores an answer that is no option any more", () => {
    pick("A");
    check();
    const [key] = Object.keys(localStorage);
    for (const nonsense of ['"Z"', "7", "{", '{"a":1}']) {
      localStorage.setItem(key, nonsense);
      document.body.innerHTML = html;
      start();
      expect($(":checked")).toBeNull();
      expect($(".ln-vote").dataset.state).toBe("open");
    }
  });
  it("gets its button once", () => {
    start();
    expect(document.querySelectorAll("button[type=submit]").length).toBe(1);
  });
});

describe("a vote in a notebook", () => {
  afterEach(() => document.body.replaceChildren());

  it("keeps the answer in the trait, for both views", () => {
    const model = new PageModel({ config: { widget: "vote" }, html, choice: "" });
    const views = [0, 1].map(() => {
      const el = document.createElement("div");
      document.body.append(el);
      return { el, stop: widget.render({ model, el }) };
    });
    const [one, two] = views.map(({ el }) => el);
    one.querySelector('input[value="B"]').checked = true;
    one.querySelector("form").requestSubmit();
    expect(model.get("choice")).toBe("B");
    expect(two.querySelector(".ln-vote-reply").textContent).toMatch(/^Right/);
    const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
    const section = two.querySelector("section");
    expect(document.getElementById(section.getAttribute("aria-labelledby"))?.textContent).toBe(
      "Vote",
    );
    model.set("choice", "");
    expect(one.querySelector(".ln-vote-reply").textContent).toBe("");
    for (const { stop } of views) stop();
  });
});
