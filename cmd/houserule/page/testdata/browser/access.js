// What a page lacks for people who cannot see it well, cannot use a mouse, or hear it read:
// one line for each thing that is missing.
(() => {
	const found = [], seen = e => e.checkVisibility({checkVisibilityCSS: true}) && !e.closest(".unseen");
	const called = e => `${e.tagName.toLowerCase()}${e.id && "#" + e.id} ${(e.className.baseVal ?? e.className)} ${e.textContent.slice(0, 40)}`;
	for (const what of ["header", "main", "nav", "h1", "[aria-live]", "[role=status]", "[role=alert]", "html[lang]"]) {
		if (!document.querySelector(what)) found.push(`there is no ${what}`);
	}
	for (const e of document.querySelectorAll("button, input, [role=button], section, dialog, [role=group], pre[tabindex]")) {
		const labeled = e.getAttribute("aria-labelledby"), label = e.labels && e.labels[0];
		const name = e.getAttribute("aria-label") || labeled && document.getElementById(labeled) || (e.matches("button") && e.textContent.trim()) || label && label.textContent.trim();
		if (seen(e) && !name) found.push(`${called(e)} has no name`);
	}
	for (const e of document.querySelectorAll("[tabindex]")) {
		if (e.tabIndex > 0) found.push(`${called(e)} has tabindex ${e.tabIndex}`);
	}
	for (const group of document.querySelectorAll("[data-rove]")) {
		if (seen(group) && group.querySelector("[data-key]") && group.querySelectorAll("[tabindex='0']").length !== 1) found.push(`Tab does not reach one of ${called(group)}`);
	}
	const parts = color => color.match(/[\d.]+/g).map(Number);
	const light = color => parts(color).slice(0, 3).map(n => n / 255).map(n => n <= .03928 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4).reduce((sum, n, i) => sum + n * [.2126, .7152, .0722][i], 0);
	const fill = e => e && getComputedStyle(e).fill;
	const below = e => {
		const marks = e.closest(".marks");
		if (marks) return fill(e.closest(".token")?.querySelector("rect") || [...document.querySelectorAll(".hex")].find(h => h.dataset.key === "hex " + marks.dataset.in).querySelector("polygon"));
		for (; e; e = e.parentElement) {
			const color = getComputedStyle(e).backgroundColor;
			if ((parts(color)[3] ?? 1) > 0) return color;
		}
		return "rgb(255, 255, 255)";
	};
	for (const e of document.querySelectorAll("body *")) {
		if (!seen(e) || e.matches("option, script, noscript") || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const style = getComputedStyle(e), [a, b] = [light(e.matches("svg text") ? style.fill : style.color), light(below(e))];
		const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		if (ratio < 4.5) found.push(`${called(e)} has a contrast of ${ratio.toFixed(1)}`);
	}
	return found.join("\n");
})()
